import { minify } from 'vite'
import type { Plugin, Rolldown } from 'vite'

/** A chunk with more of the app's own code than this keeps its lines, which the stack of a bug names. */
const maxOwnShare = 0.1

/** Makes the main process's chunks of libraries smaller. Names stay, by which a stack is read. */
export function smallLibraries(): Plugin {
  return {
    name: 'small-libraries',
    applyToEnvironment: (environment) => environment.name === 'main',
    // Rolldown prints a chunk once more after `renderChunk`, with all white space.
    async generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || ownShare(chunk) > maxOwnShare) continue
        const small = await minify(chunk.fileName, chunk.code, { mangle: false, module: true })
        const [fault] = small.errors
        if (fault) this.error(fault.message)
        chunk.code = small.code
      }
    },
  }
}

/** How much of a chunk is no library, from 0 to 1. */
function ownShare({ modules }: Rolldown.OutputChunk): number {
  let [own, all] = [0, 0]
  for (const [id, { renderedLength }] of Object.entries(modules)) {
    all += renderedLength
    if (!id.includes('/node_modules/')) own += renderedLength
  }
  return all === 0 ? 1 : own / all
}
