import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { apiPrefix } from '../../contract/service/api/headers.ts'
import { fail, ok, type Result } from '../../contract/app/problems/result.ts'
import { errorCode } from '../client/failure.ts'
import type { EmbeddedOptions, EmbeddedService, Host } from '../host.ts'
import type { Notices } from '../notices.ts'
import type { SettingsFile } from '../settings/settings.ts'

interface Parts {
  host: Pick<Host, 'startEmbedded' | 'dataFolder'>
  settings: SettingsFile
  notices: Notices
  /** Called with the cause each time the service stops unexpectedly. */
  onLost: (why: Error) => void
}

type Started = Promise<Result<EmbeddedService>>

/** If the service stops again within this many milliseconds, it isn't restarted automatically. */
const minUptimeMs = 60_000

export type Embedded = ReturnType<typeof createEmbedded>

/** The service on this computer, started when first needed. */
export function createEmbedded({ host, settings, notices, onLost }: Parts) {
  let current: Started | null = null
  let lastStart: Started | null = null
  let lostAt = -Infinity

  const startOn = (port: number): Started => {
    if (current) return current
    warnIfLost({ host, settings, notices })
    const start = startService(host, settings, { port, onLost: handleLost }).then((result) => {
      if (!result.ok && current === start) current = null
      return result
    })
    return (current = lastStart = start)
  }
  const handleLost = (cause: Error) => {
    onLost(cause)
    const isRepeated = performance.now() - lostAt < minUptimeMs
    lostAt = performance.now()
    current = null
    lastStart = Promise.resolve(fail({ code: 'embedded_stopped', detail: cause.message.slice(0, 500) }))
    if (!isRepeated) void running()
  }
  // Always reuses the previous port, because existing links point to it.
  const running = (): Started => startOn(settings.get().embedded.port)
  return {
    /** Returns the running service. Tries again after a failed start. */
    running,
    /** Returns the result of the last start; `null` before the first. */
    lastStart: () => lastStart,
    /** Starts the service on a free port if it isn't running. Existing links stop working. */
    startOnOtherPort: async () => {
      await lastStart
      return await startOn(0)
    },
    /** Returns a new key for this app's project, and creates the project if needed. Revokes the old key. */
    createNewKey: async (): Promise<Result<string>> => {
      const service = await running()
      if (!service.ok) return service
      try {
        return ok(await createKey(service.value, settings))
      } catch (error) {
        return startProblem(error)
      }
    },
    stop: async () => {
      const service = await current
      current = null
      if (service?.ok) await service.value.stop()
    },
  }
}

/** Without its database the service starts empty, and links made on this computer stop working. */
function warnIfLost({ host, settings, notices }: Omit<Parts, 'onLost'>): void {
  const { project } = settings.get().embedded
  if (project === null || existsSync(join(host.dataFolder, 'links.sqlite'))) return
  notices.add(
    'The links made on this computer are gone',
    'The file links.sqlite is no longer in the data folder. The service on this computer started with an empty one, so links made on ' +
      'this computer don’t open. To get them back, close Linkwright and put the file back.',
  )
}

async function startService(
  host: Parts['host'],
  settings: SettingsFile,
  options: Pick<EmbeddedOptions, 'port' | 'onLost'>,
): Started {
  try {
    const service = await host.startEmbedded({ folder: host.dataFolder, ...options })
    await rememberPort(service, settings).catch(async (error: unknown) => {
      await service.stop()
      throw error
    })
    return ok(service)
  } catch (error) {
    return startProblem(error)
  }
}

async function rememberPort(service: EmbeddedService, settings: SettingsFile): Promise<void> {
  const { host, port } = new URL(service.origin)
  const current = settings.get()
  const profile = current.profiles.find(({ kind }) => kind === 'embedded')
  const baseUrl = service.origin + apiPrefix
  if (current.embedded.port === Number(port) && (!profile || profile.baseUrl === baseUrl)) return
  await settings.change((old) => ({
    ...old,
    embedded: { ...old.embedded, port: Number(port) },
    profiles: old.profiles.map((entry) =>
      entry.kind === 'embedded' ? { ...entry, baseUrl, linkHosts: [host] } : entry,
    ),
  }))
}

async function createKey(service: EmbeddedService, settings: SettingsFile): Promise<string> {
  const savedProject = settings.get().embedded.project
  // A new project is created only if the old one is gone, because the app would lose access to the old
  // project's links.
  const rotated = savedProject === null ? null : await service.rotateKey(savedProject)
  if (rotated) return rotated.key
  const { project, key } = await service.createProject('Linkwright')
  await settings.change((old) => ({ ...old, embedded: { ...old.embedded, project } }))
  return key
}

function startProblem(error: unknown): ReturnType<typeof fail> {
  if (!(error instanceof Error)) return fail({ code: 'embedded_not_started' })
  const code = errorCode(error) === 'EADDRINUSE' ? 'embedded_port_taken' : 'embedded_not_started'
  return fail({ code, detail: error.message.slice(0, 500) })
}
