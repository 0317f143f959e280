// The server of boardgame.io with a small turn game for two: place a piece on a free square of a 6 x 6 board.
// node server.cjs PORT [FOLDER]: stores games in memory, or in files of a folder with boardgame.io's FlatFile storage.
const { Server, Origins, FlatFile } = require("boardgame.io/server");

const place = {
  name: "place",
  setup: () => ({ squares: Array(36).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    place: ({ G, playerID }, square) => {
      if (G.squares[square] !== null) return "INVALID_MOVE";
      G.squares[square] = playerID;
    },
  },
  endIf: ({ G }) => (G.squares.every((square) => square !== null) ? { draw: true } : undefined),
};

const folder = process.argv[3];
const db = folder ? new FlatFile({ dir: folder, logging: false }) : undefined;
const server = Server({ games: [place], origins: [Origins.LOCALHOST], db });
server.run({ port: Number(process.argv[2]), callback: () => console.log("listening") });
