import { apiPrefix } from '../contract/headers.ts'
import { bufferedLog } from './http/log.ts'
import { startService } from './service.ts'
import { readSettings } from './settings/settings.ts'
import { WrongSetting } from './settings/wrongSetting.ts'
import { openStore } from './store/open.ts'
import { version } from './version.ts'

/** The standalone service: `npm run service`. Every setting is an environment variable; see docs/operating.md. */
async function main(): Promise<void> {
  const settings = readSettings(process.env)
  const log = bufferedLog((text) => process.stdout.write(text))
  process.on('exit', log.flush)
  // Whoever reads the log may go away; that is no reason to stop serving.
  process.stdout.on('error', () => undefined)
  const { origin, linkOrigin, stop } = await startService({
    ...settings,
    store: await openStore(settings.database),
    log,
  })
  console.log(`Linkwright service ${version}: API at ${origin}${apiPrefix}, links under ${linkOrigin}/`)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop())
}

/** A wrong setting is told in a line; anything else is a bug and may show where it happened. */
function fail(error: unknown): never {
  const { code, syscall } = error as NodeJS.ErrnoException
  if (error instanceof WrongSetting) {
    console.error(error.message)
    process.exit(2)
  }
  if (syscall === 'listen' || syscall === 'getaddrinfo') {
    console.error(`The service cannot listen on HOST and PORT as they are set (${code ?? 'unknown reason'}).`)
    process.exit(2)
  }
  console.error(error)
  process.exit(1)
}

main().catch(fail)
