import { instantPause, removeFolder, startApp, temporaryFolder } from './app.ts'
import type { App } from './app.ts'
import { connectProfile } from './profile.ts'
import type { ProfileTarget } from './profile.ts'

interface Service {
  origin: string
  stop: () => Promise<unknown>
}

/** An app with its own data folder and a profile for a service. */
export interface ConnectedApp<S> {
  folder: string
  app: App
  service: S
  target: ProfileTarget
}

/** The origin of a service that is never reached, for tests that send nothing. */
const unreachable: Service = { origin: 'http://127.0.0.1:1', stop: () => Promise.resolve() }

/** Starts a service and an app that is connected to it. Without a service, nothing is sent. */
export async function openConnectedApp(): Promise<ConnectedApp<Service>>
export async function openConnectedApp<S extends Service>(start: () => Promise<S>): Promise<ConnectedApp<S>>
export async function openConnectedApp(start = () => Promise.resolve(unreachable)) {
  const folder = await temporaryFolder()
  const service = await start()
  const app = await startApp(folder, {}, { pause: instantPause })
  return { folder, app, service, target: await connectProfile(app, service.origin) }
}

/** Closes the app and the service, and removes the data folder. */
export async function closeConnectedApp(open: {
  folder: string
  app: App
  service?: Service
}): Promise<void> {
  await open.app.core.close()
  await open.service?.stop()
  await removeFolder(open.folder)
}
