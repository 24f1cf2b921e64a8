import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";


// Text files end with a newline, these too.
const newline: Plugin = {
  name: "newline",
  enforce: "post",
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type === "chunk") file.code = file.code.trimEnd() + "\n";
      else if (typeof file.source === "string") file.source = file.source.trimEnd() + "\n";
    }
  },
};

// One page a run (--mode table|console|stories): each is one script and one style of a
// fixed name, so that the server can give them their versions. The worker of the table
// page is a script alone.
export default defineConfig(({ mode }) => ({
  plugins: [newline],
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    emptyOutDir: false,
    target: "es2020",
    cssTarget: "chrome87",
    modulePreload: false,
    reportCompressedSize: false,
    rollupOptions: {
      input: { [mode]: mode === "worker" ? "src/table/worker.ts" : `src/${mode}/main.tsx` },
      output: { entryFileNames: "[name].js", assetFileNames: `${mode}[extname]`, codeSplitting: false },
    },
  },
  test: { include: ["src/**/*.test.ts", "src/**/*.test.tsx"], environment: "node" },
}));
