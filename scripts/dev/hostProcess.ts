import { once } from 'node:events'
import { watchUncaughtErrors } from '../../core/watchUncaughtErrors.ts'
import { startLoopback, type LoopbackOptions } from '../../loopback/main.ts'

/** The browser host of `npm run dev`, from its sources. It receives its options and sends `{ port }` over the IPC channel. */
const [options] = (await once(process, 'message')) as [LoopbackOptions]
const app = await startLoopback(options)
const end = (exitCode: number) => {
  void app
    .close()
    .catch(() => undefined)
    .finally(() => process.exit(exitCode))
}
process.once('SIGTERM', () => end(0))
// A terminal sends Ctrl-C to both processes. Ignored here, because the parent then stops this process with SIGTERM.
process.on('SIGINT', () => undefined)
process.once('disconnect', () => end(0))
watchUncaughtErrors(app.recordUncaughtError, () => end(1))
process.send?.({ port: Number(new URL(app.address).port) })
