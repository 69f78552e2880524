/** The standalone service, where Node can run it. */
import './requireNode.js'

await import('./main.ts')
