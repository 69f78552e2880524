import type { EnvironmentOptions } from 'vite'

/**
 * Returns the build environment of a Node bundle: the entry, with its threads and child processes as further entries.
 */
export function nodeEnvironment(name: string, entry: string, outDir: string): EnvironmentOptions {
  return {
    consumer: 'server',
    // The bundle includes all npm packages, so that keytar is the only separate package in the packed app.
    resolve: { noExternal: true, external: ['electron', 'keytar'] },
    // CommonJS packages read their own path, whose variable has another name in ES modules.
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
          // Comments are a tenth of the bundle; stack traces still have functions and lines.
          comments: { annotation: false, jsdoc: false },
        },
      },
    },
  }
}
