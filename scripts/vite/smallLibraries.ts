import { minify } from 'vite'
import type { Plugin, Rolldown } from 'vite'

/** A chunk with a larger share of own code keeps its lines, for stack traces. The embedded service's chunk has about 0.1. */
const maxOwnShare = 0.5

/** Minifies the main process's library chunks. Names stay readable in stack traces. */
export function smallLibraries(): Plugin {
  return {
    name: 'small-libraries',
    applyToEnvironment: (environment) => environment.name === 'main',
    // After `renderChunk`, Rolldown prints chunks again with all whitespace.
    async generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || ownShare(chunk) > maxOwnShare) continue
        const minified = await minify(chunk.fileName, chunk.code, { mangle: false, module: true })
        const [error] = minified.errors
        if (error) this.error(error.message)
        chunk.code = minified.code
      }
    },
  }
}

/** Returns a chunk's share of own code, from 0 to 1. */
function ownShare({ modules }: Rolldown.OutputChunk): number {
  let [ownLength, totalLength] = [0, 0]
  for (const [id, { renderedLength }] of Object.entries(modules)) {
    totalLength += renderedLength
    if (!id.includes('/node_modules/')) ownLength += renderedLength
  }
  return totalLength === 0 ? 1 : ownLength / totalLength
}
