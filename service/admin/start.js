/** The operators' tool, where Node can run it. */
import '../requireNode.js'

await import('./main.ts')
