import type { EnvironmentOptions } from 'vite'

/** A bundle that Node runs, in a folder: the entry, with its threads and child processes as entries beside it. */
export function nodeEnvironment(name: string, entry: string, outDir: string): EnvironmentOptions {
  return {
    consumer: 'server',
    // Everything from npm goes into the bundle, so that the packed app carries keytar and no other package.
    resolve: { noExternal: true, external: ['electron', 'keytar'] },
    // CommonJS packages ask where they are; in an ES module that has another name.
    define: { __filename: 'import.meta.filename', __dirname: 'import.meta.dirname' },
    build: {
      outDir,
      copyPublicDir: false,
      ssr: true,
      rolldownOptions: {
        input: { [name]: entry },
        output: {
          format: 'es',
          entryFileNames: '[name].js',
          chunkFileNames: '[name].js',
          // A tenth of the bundle, which nobody reads; a stack still names functions and lines.
          comments: { annotation: false, jsdoc: false },
        },
      },
    },
  }
}
