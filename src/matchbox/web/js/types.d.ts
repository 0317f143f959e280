// The messages of the server. Written by tools/typescript.py from src/matchbox/server/schema.py.

/** A text for people: plain or translatable. */
export type Words = string | Text;

export interface Failure {
  error: string;
}

export interface CustomText {
  noun: string;
  examples: Record<string, string>;
}

export interface OptionValue {
  value: number | string;
  label: Words;
  text?: Words;
  real_time?: boolean;
}

export interface Text {
  say: string;
  args?: Record<string, Words | number>;
  players?: Record<string, number>;
  you?: string;
}

export interface Option {
  name: string;
  label: Words;
  text: Words;
  default: number | string;
  values: OptionValue[];
  custom?: CustomText;
}

export interface Preset {
  label: Words;
  text: Words;
  options: Record<string, number | string>;
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
  cooperative: boolean;
  real_time: boolean;
  race: Record<string, number | string>;
  options: Option[];
  presets: Preset[];
  levels: string[];
  ratings: Record<string, number>;
  summary: Summary | null;
  cover: Piece[];
  theme: Theme;
  box_id: string;
  unseen: boolean;
  ready: boolean;
  numbers: boolean;
}

export interface Summary {
  goal: Words;
  turn: Words;
  end: Words;
}

export interface Piece {
  kind:
    | "bar"
    | "card"
    | "chip"
    | "cube"
    | "die"
    | "disc"
    | "edge"
    | "hand"
    | "hole"
    | "line"
    | "marker"
    | "pawn"
    | "point"
    | "ring"
    | "slot"
    | "square"
    | "tile"
    | "tray"
    | "zone";
  text?: Words;
  colour?: string;
  symbol?: string;
  number?: number;
  count?: number;
  hidden?: boolean;
  marked?: boolean;
  last?: boolean;
  at?: [number, number];
  actions?: number[];
  ends?: number[];
  dimmed?: boolean;
  background?: string;
  span?: [number, number];
  to?: [number, number];
  label?: Words;
  name?: Words;
  effect?: Words;
  cost?: Words;
  crop?: "" | "slice" | "strip" | "token";
  turned?: boolean;
  threat?: "" | "hit" | "maybe" | "now" | "sure";
  safe?: boolean;
  tries?: number[];
  try_ends?: number[];
  z?: number;
  level?: [number, number];
}

export interface Theme {
  hue: number;
  weave:
    | "arrows"
    | "bricks"
    | "camo"
    | "checks"
    | "cheese"
    | "diamonds"
    | "fog"
    | "hexes"
    | "petals"
    | "planks"
    | "rays"
    | "scales"
    | "sparks"
    | "stars"
    | "steps"
    | "stripes"
    | "tunnels"
    | "waves";
  category: "bidding" | "boards" | "cards" | "dice" | "together";
  tagline: Words;
  short: string;
}

export interface GameNumbers {
  numbers: Numbers;
  sayings: Saying[];
  short: boolean;
}

export interface Numbers {
  seats: number;
  options: Record<string, string>;
  cooperative: boolean;
  games: number;
  levels: LevelNumbers[];
  main?: string;
  skill?: DuelNumbers[];
  ladder?: DuelNumbers[];
  reviews?: ReviewNumbers[];
  lengths?: Lengths;
  source?: Source;
}

export interface LevelNumbers {
  bot: string;
  games: number;
  deals: number;
  figures: Record<string, Estimate>;
  different?: number;
}

export interface Estimate {
  value: number;
  low?: number;
  high?: number;
}

export interface DuelNumbers {
  bot: string;
  other: string;
  share: Estimate;
  elo: Estimate;
}

export interface ReviewNumbers {
  bot: string;
  games: number;
  luck: Estimate;
  choices: Estimate;
}

export interface Lengths {
  edges: number[];
  counts: number[];
}

export interface Source {
  command: string;
  matchbox: string;
  date: string;
}

export interface Saying {
  question: Words;
  text: Words;
}

export interface RulesPage {
  name: string;
  html: string;
  pictures: Record<string, Picture>;
}

export interface Picture {
  scene: Scene;
  seat?: number;
  names?: string[];
}

export interface Scene {
  prompt: Words;
  areas?: Area[];
  choices?: Choice[];
  forms?: Form[];
  coach?: Words;
  rules?: string;
  waiting?: Words;
  aims?: Aim[];
  previews?: Preview[];
  why?: Words;
  round?: Words;
  commits?: Choice[];
  routes?: Route[];
  seats?: SeatStatus[];
  order?: Turn[];
  ordered?: Words;
  shared?: Shared;
  tally?: TallyRow[];
  ready?: Words[];
  pause?: boolean;
}

export interface Area {
  title: Words;
  pieces?: Piece[];
  layout?: "counters" | "fan" | "free" | "grid" | "hex" | "pile" | "row" | "table" | "track";
  seat?: number;
  note?: Words;
  size?: [number, number];
  look?:
    | ""
    | "bag"
    | "bids"
    | "board"
    | "cavern"
    | "columns"
    | "felt"
    | "garden"
    | "gauge"
    | "numbers"
    | "picks"
    | "points"
    | "race"
    | "screen"
    | "slices"
    | "strip"
    | "temple"
    | "tower"
    | "track";
  key?: string;
  role?: "" | "board" | "market" | "purse" | "secret" | "supply" | "tray";
  on?: string;
  cell?: [number, number];
  weight?: number;
  turn?: boolean;
  passing?: boolean;
  fold?: number;
  odds?: Odds[];
  focus?: [number, number, number, number];
}

export interface Odds {
  pieces: Piece[];
  percent: number;
}

export interface Choice {
  text: Words;
  action: number;
  note?: Words;
  quiet?: boolean;
  until?: string;
}

export interface Form {
  title: Words;
  parts: Part[];
  rows: number[][];
  submit: Words;
  notes?: Words[];
  submits?: Words[];
  box?: Words;
  adds?: number[];
  goal?: number;
}

export interface Part {
  name: string;
  label: Words;
  kind: "choice" | "counter";
  values: number[];
  labels: Words[];
  piece?: Piece;
  pieces?: Piece[];
  area?: string;
  boxed?: boolean;
}

export interface Aim {
  area: string;
  axis: "column" | "row";
  ids: [number, number][];
  fixed?: number;
  origin?: [number, number];
  reach?: number;
  blast?: number;
  piece?: Piece;
  commit?: Words;
}

export interface Preview {
  action: number;
  area: string;
  places: [number, number][];
  note?: Words;
}

export interface Route {
  actions: number[];
  area: string;
  end: [number, number];
  start?: [number, number];
  cost?: Words;
}

export interface SeatStatus {
  seat: number;
  colour?: string;
  score?: number;
  goal?: number;
  unit?: Words;
  line?: Words;
  lives?: [number, number];
  out?: boolean;
  says?: Words;
}

export interface Turn {
  seat: number;
  piece?: Piece;
  done?: boolean;
}

export interface Shared {
  score: number;
  unit?: Words;
  line?: Words;
}

export interface TallyRow {
  label: Words;
  values: number[];
  icon?: Piece;
  total?: boolean;
}

export interface Unseen {
  areas: Area[];
}

export interface LabInfo {
  places: number;
  seconds: number;
  levels: string[];
}

export interface NewStudy {
  game: string;
  levels: string[];
  seats?: number;
  options?: Record<string, number | string>;
}

export interface StudyState {
  study: string;
  game: string;
  state: "done" | "failed" | "playing" | "preparing" | "stopped";
  progress: number;
  found: GameNumbers | null;
  command: string;
}

export interface SeatRequest {
  kind: "bot" | "local" | "me" | "open";
  name?: string;
  level?: string;
}

export interface NewTable {
  game: string;
  players: SeatRequest[];
  options?: Record<string, number | string>;
  nonce?: string;
  clock?: Clock;
  listed?: boolean;
  pace?: number;
  table?: string;
  hints?: boolean;
  help?: "counts" | "none" | "odds";
}

export interface Clock {
  seconds: number;
  increment: number;
}

export interface Reserved {
  table: string;
  commitment: string;
}

export interface SeatToken {
  seat: number;
  token: string;
}

export interface Invite {
  seat: number;
  invite: string;
}

export interface Created {
  table: string;
  seats: SeatToken[];
  invites: Invite[];
}

export interface SeatInfo {
  seat: number;
  name: string;
  kind: "bot" | "open" | "person";
  present: boolean;
  level?: string;
  left?: boolean;
  clock?: number;
  running?: boolean;
  stopped?: number;
}

export interface TableInfo {
  id: string;
  game: string;
  name: string;
  options: Record<string, number | string>;
  hints: boolean;
  seats: SeatInfo[];
  started: boolean;
  over: boolean;
  commitment: string;
  nonces: string[];
  preparing?: boolean;
  began?: number;
  opens?: number;
  deadline?: number;
  abandoned?: boolean;
  secret?: string;
  rematch?: string;
  help?: "counts" | "none" | "odds";
  archived?: boolean;
}

export interface OpenTable {
  table: string;
  game: string;
  name: string;
  seats: SeatInfo[];
  created: number;
}

export interface Tokens {
  tokens: string[];
}

export interface MyTable {
  table: string;
  game: string;
  name: string;
  seat: number;
  your_turn: boolean;
  over: boolean;
  seats: SeatInfo[];
  acting?: number[];
  at?: number;
  last?: GameEvent[];
}

export interface GameEvent {
  kind:
    | "capture"
    | "choice"
    | "draw"
    | "fall"
    | "hit"
    | "move"
    | "note"
    | "pass"
    | "result"
    | "reveal"
    | "roll"
    | "round"
    | "score";
  text: Text;
  icon?: Piece;
  minor?: boolean;
  forced?: boolean;
  moment?: Moment;
}

export interface Moment {
  title: Words;
  why?: Words;
  sides?: Side[];
  prize?: Piece[];
  picture?: Area;
}

export interface Side {
  seat: number;
  pieces?: Piece[];
  value?: number;
  unit?: Words;
  verdict?: Words;
  won?: boolean;
}

export interface Join {
  name: string;
  nonce?: string;
  invite?: string;
  seat?: number;
}

export interface Act {
  decision: number;
  action: number | string;
  relies?: number;
}

export interface Accepted {
  accepted: boolean;
  step: number;
  decision: number;
}

export interface Undo {
  step: number;
}

export interface Leave {
  level?: string;
}

export interface TakeOver {
  seat: number;
  level: string;
}

export interface Abandon {
  tokens?: string[];
}

export interface Done {
  done: boolean;
}

export interface Again {
  nonce?: string;
}

export interface Rematch {
  table: string;
  seats: SeatToken[];
}

export interface HintChoice {
  action: number;
  text: string;
  weight: number;
  value: number;
  sentence: Words;
}

export interface Hint {
  choices: HintChoice[];
  value: number;
}

export interface ReviewPoint {
  step: number;
  round: Words;
  chances: number[];
}

export interface ReviewChoice {
  number: number;
  seat: number;
  played: string;
  best: string;
  cost: number;
  told: Words;
  better: Words;
}

export interface ReviewAnswer {
  points: ReviewPoint[];
  choices: ReviewChoice[];
  luck: number[];
}

export interface Progress {
  progress: number;
  preparing?: boolean;
}

export interface Health {
  status: string;
  version: string;
  compiled: number;
  games: number;
  tables: number;
  broken: Record<string, string>;
}

export interface LogLine {
  number: number;
  step: number;
  seat: number;
  events?: GameEvent[];
  text?: Words;
}

export interface ReplayStep {
  step: number;
  steps: number;
  scene: Scene;
  line?: LogLine;
}

export interface Score {
  seat: number;
  score: number;
  rank?: number;
}

export interface Outcome {
  ranks: number[];
  scores: number[];
  reason: Words;
  winners: number[];
}

export interface SceneChange {
  kind: "appeared" | "gone" | "moved" | "scored" | "turned";
  piece?: Piece;
  count?: number;
  from?: Place;
  to?: Place;
  seat?: number;
  by?: number;
}

export interface Place {
  area: string;
  at?: [number, number];
}

export interface SwingInfo {
  path: number[];
  step: number;
  tolerance: number;
  started: number;
}

export interface State {
  type: "state";
  seat: number;
  decision: number;
  your_turn: boolean;
  actions: Record<string, string>;
  acting: number[];
  chosen: number[];
  table: TableInfo;
  step: number;
  live: boolean;
  scores: Score[];
  now: number;
  result: Outcome | null;
  log: LogLine[];
  undo?: boolean;
  relies?: Record<string, number>;
  swing?: SwingInfo;
  scene?: Scene;
  events?: SceneChange[];
  view?: Record<string, unknown>;
}

export interface Hello {
  type: "hello";
  token: string | null;
  format: "plain" | "scene";
}

export interface LiveAct {
  type: "act";
  decision: number;
  action: number | string;
  relies: number | null;
}

export interface Ping {
  type: "ping";
}

export interface Pong {
  type: "pong";
}

export interface MoveAccepted {
  type: "accepted";
  decision: number;
}

export interface ActionRefused {
  type: "refused";
  decision: number;
  error: string;
  missed?: Words;
}

export interface Error {
  type: "error";
  error: string;
  retry?: number;
}
