// Lint rules for the page. `make lint` runs ESLint through npx, so its packages are next to the eslint command, not here.

import { createRequire } from "node:module";

const js = createRequire(process.argv[1])("@eslint/js");

export default [
  js.configs.recommended,
  {
    files: ["**/*.js", "**/*.mjs"],
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "no-undef": "off", // tsc finds unknown names, and it knows the browser's
      "no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      eqeqeq: "error",
      "no-var": "error",
      "prefer-const": "error",
      "object-shorthand": "error",
      "no-implied-eval": "error",
      "no-new-func": "error",
      "no-shadow": "error",
    },
  },
];
