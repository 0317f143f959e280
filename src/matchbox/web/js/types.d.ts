// The messages of the server (src/matchbox/server/schema.py).

export type Text = string | { say: string; args?: Record<string, Text | number> };
export type Place = [number, number];

export interface Piece {
  kind: string;
  text?: Text;
  label?: Text;
  colour?: string;
  symbol?: string;
  number?: number | null;
  background?: string;
  count?: number;
  hidden?: boolean;
  marked?: boolean;
  dimmed?: boolean;
  at?: Place;
  span?: Place;
  to?: Place;
  actions?: number[];
  ends?: number[];
}

export interface Area {
  title?: Text;
  pieces?: Piece[];
  layout?: string;
  seat?: number;
  note?: Text;
  size?: Place;
  look?: string;
  key?: string;
}

export interface Choice {
  text: Text;
  action: number;
  note?: Text;
}

export interface Part {
  name: string;
  label?: Text;
  kind: "counter" | "choice";
  values: number[];
  labels?: Text[];
  piece?: Piece;
  pieces?: Piece[];
}

export interface Form {
  title?: Text;
  parts: Part[];
  rows: number[][];
  notes?: Text[];
  submit?: Text;
}

export interface Aim {
  area: string;
  axis: "column" | "row";
  ids: [number, number][];
  fixed?: number | null;
  origin?: Place;
  reach?: number;
  blast?: number;
}

export interface Preview {
  action: number;
  area: string;
  places: Place[];
}

export interface Scene {
  prompt?: Text;
  areas?: Area[];
  choices?: Choice[];
  forms?: Form[];
  aims?: Aim[];
  previews?: Preview[];
  coach?: Text;
  rules?: string;
}

export interface Option {
  name: string;
  default: string | number;
  values: (string | number)[];
  text?: Text;
  custom?: { noun: string; examples: Record<string, string> };
}

export interface GameInfo {
  id: string;
  name: string;
  box: string;
  designers: string;
  seats: number[];
  minutes: string;
  complexity: number;
  kind: string;
  cooperative?: boolean;
  real_time?: boolean;
  race?: Record<string, string | number>;
  options: Option[];
  levels: string[];
  summary?: { goal?: Text; turn?: Text; end?: Text };
  cover?: Piece[];
  ready?: boolean;
}

export interface SeatInfo {
  seat: number;
  name: string;
  kind: "person" | "bot" | "open";
  level?: string;
  present?: boolean;
  left?: boolean;
  clock?: number;
  running?: boolean;
}

export interface TableInfo {
  id: string;
  game: string;
  name: string;
  options: Record<string, string | number>;
  hints: boolean;
  seats: SeatInfo[];
  started: boolean;
  over: boolean;
  began?: number;
  deadline?: number;
  abandoned?: boolean;
  listed?: boolean;
  commitment: string;
  preparing?: boolean;
  nonces?: (string | null)[];
  secret?: string;
  rematch?: string;
  archived?: boolean;
}

export interface Spot {
  area: string;
  at?: Place;
}

export interface SceneEvent {
  kind: "moved" | "appeared" | "gone" | "turned" | "scored";
  piece?: Piece;
  count?: number;
  from?: Spot;
  to?: Spot;
  seat?: number;
  by?: number;
}

export interface LogLine {
  number: number;
  step: number;
  seat: number;
  text: Text;
}

export interface Result {
  ranks: number[];
  scores: number[];
  reason: Text;
  winners: number[];
}

export interface State {
  type: "state";
  table: TableInfo;
  seat: number;
  step: number;
  decision: number;
  your_turn: boolean;
  undo?: boolean;
  acting?: number[];
  chosen?: number[];
  live?: boolean;
  scene?: Scene;
  actions?: Record<string, Text>;
  relies?: Record<string, number>;
  scores?: { seat: number; score: number; rank?: number }[];
  events?: SceneEvent[];
  log?: LogLine[];
  result?: Result | null;
  now?: number;
}

export interface Hint {
  choices: { action: number; text: Text; weight: number; value: number }[];
  value: number;
}

export interface Review {
  values: number[][];
  choices: { number: number; seat: number; played: Text; best: Text; cost: number }[];
  luck: number[];
}

export interface OpenTable {
  table: string;
  game: string;
  name: string;
  seats: SeatInfo[];
  created?: number | string;
}

export interface MyTable {
  table: string;
  game: string;
  name: string;
  seat: number;
  your_turn: boolean;
  over: boolean;
  seats: SeatInfo[];
}

export interface SeatToken {
  seat: number;
  token: string;
}

export interface Invite {
  seat: number;
  invite: string;
}
