import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { NtExecutable, NtExecutableResource, Resource } from 'resedit'

/** The marker of Electron's fuses in its executable, followed by their version and count. */
const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
const fuseCount = 8

/** A system that the packager packs for. */
export type Platform = 'linux' | 'mac' | 'win'

/** Creates a folder that the packager accepts as Electron's runtime for a system. Returns the runtime's version. */
export function makeStubRuntime(folder: string, platform: Platform = 'linux'): string {
  const manifest = createRequire(import.meta.url).resolve('electron/package.json')
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'version'), version)
  for (const name of ['LICENSE', 'LICENSES.chromium.html']) writeFileSync(join(folder, name), '')
  writers[platform](folder)
  return version
}

const fuses = Buffer.concat([
  Buffer.from(sentinel),
  Buffer.from([1, fuseCount]),
  Buffer.from('0'.repeat(fuseCount)),
])

const writers: Record<Platform, (folder: string) => void> = {
  linux: (folder) => {
    writeResources(folder)
    writeProgram(join(folder, 'electron'), fuses)
  },
  win: (folder) => {
    writeResources(folder)
    writeProgram(join(folder, 'electron.exe'), Buffer.concat([createWindowsProgram(), fuses]))
  },
  mac: (folder) => {
    const contents = join(folder, 'Electron.app', 'Contents')
    const frameworks = join(contents, 'Frameworks')
    mkdirSync(join(contents, 'Resources', 'en.lproj'), { recursive: true })
    writeProgram(join(contents, 'MacOS', 'Electron'), Buffer.alloc(0))
    writeInfo(contents, 'Electron')
    writeProgram(join(frameworks, 'Electron Framework.framework', 'Electron Framework'), fuses)
    for (const name of ['', ' (GPU)', ' (Plugin)', ' (Renderer)'].map((kind) => `Electron Helper${kind}`)) {
      const helper = join(frameworks, `${name}.app`, 'Contents')
      writeProgram(join(helper, 'MacOS', name), Buffer.alloc(0))
      writeInfo(helper, name)
    }
  },
}

/** Creates a program with the version information that the packager edits. */
function createWindowsProgram(): Buffer {
  const program = NtExecutable.createEmpty(false, false)
  const resources = NtExecutableResource.from(program)
  const version = Resource.VersionInfo.createEmpty()
  version.setFileVersion(1, 0, 0, 0, 1033)
  version.setStringValues({ lang: 1033, codepage: 1200 }, { ProductName: 'Electron' })
  version.outputToResourceEntries(resources.entries)
  resources.outputResource(program)
  return Buffer.from(program.generate())
}

function writeResources(folder: string): void {
  mkdirSync(join(folder, 'locales'))
  mkdirSync(join(folder, 'resources'))
  writeFileSync(join(folder, 'locales', 'en-US.pak'), '')
}

function writeProgram(file: string, content: Buffer): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
  chmodSync(file, 0o755)
}

function writeInfo(contents: string, name: string): void {
  const entries = { CFBundleName: name, CFBundleExecutable: name, CFBundleIdentifier: 'com.github.Electron' }
  const keys = Object.entries(entries).map(([key, value]) => `<key>${key}</key><string>${value}</string>`)
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n<plist version="1.0"><dict>${keys.join('')}</dict></plist>\n`
  writeFileSync(join(contents, 'Info.plist'), text)
}

/** Returns the fuses of an executable in the order of Electron's documentation: `1` on, `0` off. */
export function readFuses(executable: string): string {
  const bytes = readFileSync(executable, 'latin1')
  const start = bytes.indexOf(sentinel) + sentinel.length + 2
  return bytes.slice(start, start + fuseCount)
}
