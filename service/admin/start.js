/** Starts the operators' tool if Node is new enough. */
import '../requireNode.js'

await import('./main.ts')
