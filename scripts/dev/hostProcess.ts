import { startLoopback, type LoopbackOptions } from '../../loopback/main.ts'
import { waitForShutdown, waitForUncaughtError } from '../start/shutdown.ts'

// Node's watch mode sets it, and a child process would then send messages of its own to this one.
delete process.env['WATCH_REPORT_DEPENDENCIES']

/** The browser host of `npm run dev`, from its sources. Its options are JSON in this variable. */
const options = JSON.parse(process.env['LINKWRIGHT_DEV_HOST'] ?? '') as LoopbackOptions
const app = await startLoopback(options)
process.exit(await Promise.race([waitForShutdown(app.close), waitForUncaughtError(app)]))
