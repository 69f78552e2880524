import fs, { writeFileSync } from 'node:fs'
import { isBuiltin, registerHooks, syncBuiltinESMExports } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/**
 * Runs the built main process as Electron would: `electron` is the stand-in, no other package is available, and the app
 * becomes ready when the main module has run. Usage: `node run.ts MAIN [flags]`.
 */
const standin = new URL('./electron.ts', import.meta.url)
registerHooks({
  resolve: (specifier, context, next) => {
    if (specifier === 'electron')
      return next(context.conditions.includes('require') ? fileURLToPath(standin) : standin.href, context)
    const isBundle = context.parentURL?.includes('/dist/main/') ?? false
    if (isBundle && !isBuiltin(specifier) && !/^(\.|file:)/.test(specifier))
      throw new Error(`The bundle must not need "${specifier}"`)
    return next(specifier, context)
  },
})

// The test provides the computer's policy: only an administrator could write the real one.
const policy = process.env['STANDIN_POLICY']
if (policy !== undefined) {
  const { readFileSync, statSync } = fs
  const resolvePolicy = (file: unknown) => (file === '/etc/linkwright/policy.json' ? policy : file)
  Object.assign(fs, {
    readFileSync: (file: string, options: BufferEncoding) =>
      readFileSync(resolvePolicy(file) as string, options),
    statSync: (file: string, options: object) => statSync(resolvePolicy(file) as string, options),
  })
  syncBuiltinESMExports()
}

const { handleDriverMessages } = await import('./driver.ts')
const { realApp } = await import('./app.ts')
const { holdThreads } = await import('./heldThreads.ts')
const { catchSignals, watchSignals } = await import('./nativeSignals.ts')
const { scenario } = await import('./scenario.ts')
const { journal, createPreventableEvent } = await import('./state.ts')
handleDriverMessages()
watchSignals()
holdThreads()
Object.assign(process, { resourcesPath: process.env['STANDIN_RESOURCES'] ?? dirname(process.execPath) })
process.on('exit', () => writeFileSync(process.env['STANDIN_JOURNAL'] ?? '', JSON.stringify(journal)))
await import(pathToFileURL(process.argv[2] ?? '').href)
catchSignals()
if (scenario.openUrl !== null) realApp.emit('open-url', createPreventableEvent(), scenario.openUrl)
realApp.becomeReady()
