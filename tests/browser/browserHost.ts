import type { BrowserContext } from 'playwright'
import type { AppHost, OpenedApp, OpenOptions } from './app.ts'
import { startApp } from './appProcess.ts'
import type { AppProcess } from './appProcess.ts'
import { forgetStorage, keepWarm, sharedContext } from './sharedContexts.ts'
import { monitorContext, trackRequests } from './contextMonitor.ts'

/** Runs the app in the browser host, with windows shared by all apps of a worker. */
export function browserHost(): AppHost {
  return {
    name: 'browser host',
    open: async (dataFolder, { context, env }) => await open(await sharedContext(context), dataFolder, env),
  }
}

/** Ports of ended apps. Chromium caches compiled code by address. */
const freedPorts: number[] = []

/** Starts the app on a port freed by another one, or on any free port. */
async function startOnFreedPort(dataFolder: string, env: OpenOptions['env']): Promise<AppProcess> {
  const port = freedPorts.pop() ?? 0
  try {
    return await startApp(dataFolder, env, port)
  } catch (error) {
    const isTaken = port > 0 && String(error).includes(`Port ${port} is already in use`)
    if (!isTaken) throw error
    return await startApp(dataFolder, env)
  }
}

/**
 * Opens the app in its own page of a shared context. The apps share a warm renderer process, which saves a second each,
 * but no storage.
 */
async function open(
  context: BrowserContext,
  dataFolder: string,
  env: OpenOptions['env'],
): Promise<OpenedApp> {
  const app = await startOnFreedPort(dataFolder, env)
  if (context.pages().length === 0) await keepWarm(context, new URL(app.address).origin)
  const otherPages = new Set(context.pages())
  const monitor = monitorContext(context)
  const page = await context.newPage()
  await forgetStorage(page, new URL(app.address).origin)
  const waitForAnswers = trackRequests(page)
  await page.goto(app.address)
  return {
    ...monitor,
    page,
    output: app.output,
    end: async (how) => {
      if (how === 'in order') await waitForAnswers()
      await monitor.bodies()
      for (const own of context.pages().filter((one) => !otherPages.has(one))) await own.close()
      monitor.stop()
      const code = await app.end(how === 'killed' ? 'SIGKILL' : 'SIGTERM')
      freedPorts.push(Number(new URL(app.address).port))
      const failure = `The app ended with ${String(code)} instead of 0: ${app.output()}`
      return how === 'killed' || code === 0 ? null : failure
    },
  }
}
