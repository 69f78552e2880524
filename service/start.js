/** Starts the standalone service if Node is new enough. */
import './requireNode.js'

await import('./main.ts')
