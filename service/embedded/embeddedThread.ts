import { serveThread } from '../../sqlite/thread/serveThread.ts'
import { startEmbedded, type EmbeddedOptions, type EmbeddedService } from './embedded.ts'

/** The operations of the service's thread. `stop` is always the last one. */
export type EmbeddedOperations = ReturnType<typeof createOperations>

function createOperations({ createProject, rotateKey, eraseLinks, stop }: EmbeddedService) {
  return { service: { createProject, rotateKey, eraseLinks, stop } }
}

serveThread<string, EmbeddedOperations>(async (data) => {
  const service = await startEmbedded(data as EmbeddedOptions)
  return { greeting: service.origin, operations: createOperations(service), close: () => undefined }
})
