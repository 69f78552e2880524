import { execFile } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { makeStubRuntime } from './stubRuntime.ts'
import type { Platform } from './stubRuntime.ts'

/** How long packing may take on a busy machine, in milliseconds. */
export const packingTimeoutMs = 120_000

export const root = join(import.meta.dirname, '..', '..')
const builder = join(root, 'node_modules', 'electron-builder', 'cli.js')

/** A folder with a runtime to pack; nothing is downloaded. */
export interface PackingFolder {
  folder: string
  /** Runs the packager, once per set of targets, processor and system. Returns the output folder. */
  pack: (targets: string[], arch: string, options?: PackOptions) => Promise<string>
  close: () => void
}

export interface PackOptions {
  /** Linux by default. */
  platform?: Platform
  env?: NodeJS.ProcessEnv
}

/** Options that a system needs on another one. Only macOS can sign the app again after its fuses are set. */
const crossOptions: Partial<Record<Platform, string[]>> = {
  mac: ['-c.electronFuses.resetAdHocDarwinSignature=false'],
}

export function openPackingFolder(): PackingFolder {
  const folder = mkdtempSync(join(tmpdir(), 'linkwright-packed-'))
  const outputs = new Map<string, Promise<string>>()
  const run = async (targets: string[], arch: string, { platform = 'linux', env }: PackOptions) => {
    const output = join(folder, [platform, ...targets, arch].join('-'))
    const runtime = join(folder, `runtime-${platform}`)
    if (!existsSync(runtime)) makeStubRuntime(runtime, platform)
    const locations = [`-c.electronDist=${runtime}`, `-c.directories.output=${output}`]
    const args = [builder, `--${platform}`, ...targets, `--${arch}`, ...locations]
    await promisify(execFile)(process.execPath, [...args, ...(crossOptions[platform] ?? [])], {
      cwd: root,
      env: { ...process.env, ...env },
    })
    return output
  }
  const pack: PackingFolder['pack'] = (targets, arch, options = {}) => {
    const name = [options.platform, ...targets, arch].join('-')
    outputs.set(name, outputs.get(name) ?? run(targets, arch, options))
    return outputs.get(name) as Promise<string>
  }
  return { folder, pack, close: () => rmSync(folder, { recursive: true }) }
}

/** The arguments of fpm, which builds the deb and the rpm. */
export interface FpmCall {
  args: string[]
  /** The desktop entry of the package. */
  desktop: string
}

/** Replaces fpm: writes its arguments to a file named after the package's extension, and creates an empty package. */
export function createFakeFpm(folder: string): {
  env: NodeJS.ProcessEnv
  fpmCall: (extension: string) => FpmCall
} {
  mkdirSync(folder)
  const script = join(folder, 'fpm')
  const source = `#!${process.execPath}
const { readFileSync, writeFileSync } = require('node:fs')
const args = process.argv.slice(2)
const entry = args.find((arg) => arg.endsWith('.desktop'))
const desktop = readFileSync(entry.slice(0, entry.lastIndexOf('=')), 'utf8')
const package = args[args.indexOf('--package') + 1]
writeFileSync(${JSON.stringify(join(folder, 'call'))} + package.slice(package.lastIndexOf('.')), JSON.stringify({ args, desktop }))
writeFileSync(package, 'package')
`
  writeFileSync(script, source)
  chmodSync(script, 0o755)
  return {
    env: { CUSTOM_FPM_PATH: script },
    fpmCall: (extension) => JSON.parse(readFileSync(join(folder, `call.${extension}`), 'utf8')) as FpmCall,
  }
}

/** Provides the tools that build an AppImage, from programs of the system. The runtime is a stub. */
export function createAppImageTools(folder: string): NodeJS.ProcessEnv {
  for (const part of ['runtimes', 'lib/x64']) mkdirSync(join(folder, part), { recursive: true })
  for (const tool of ['mksquashfs', 'desktop-file-validate'])
    symlinkSync(`/usr/bin/${tool}`, join(folder, tool))
  writeFileSync(join(folder, 'runtimes', 'runtime-x64'), Buffer.alloc(appImageRuntimeSize))
  return { APPIMAGE_TOOLS_PATH: folder }
}

/** Where the file system begins in such an AppImage, in bytes. */
export const appImageRuntimeSize = 4096
