import { execFile } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { posix, win32 } from 'node:path'
import { isObject } from '../../contract/service/json/json.ts'
import { parsePolicy, type PolicySource } from './parse.ts'
import type { Policy } from './policy.ts'
import { registryValues } from './registry.ts'
import { tryParseJson } from '../../contract/app/text/tryParseJson.ts'

/** A location of policies, writable only by administrators. */
export type PolicyLocation =
  | { kind: 'file'; file: string }
  /** A property list, and the program that converts it to JSON. */
  | { kind: 'plist'; file: string; plutil: string }
  /** A registry key, and the program that reads it. */
  | { kind: 'registry'; key: string; reg: string }

/** The app's domain in macOS managed preferences. The same as `appId` in electron-builder.yml. */
const bundleId = 'com.linkwright.app'

/** Returns the policy locations of a platform, highest precedence first. */
export function policyLocations(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): PolicyLocation[] {
  if (platform === 'win32') {
    const reg = win32.join(env['SystemRoot'] || 'C:\\Windows', 'System32', 'reg.exe')
    const key = 'Software\\Policies\\Linkwright'
    const file = win32.join(env['ProgramData'] || 'C:\\ProgramData', 'Linkwright', 'policy.json')
    const roots = ['HKLM', 'HKCU'].map((root) => ({ kind: 'registry', key: `${root}\\${key}`, reg }) as const)
    return [...roots, { kind: 'file', file }]
  }
  if (platform === 'darwin') {
    const file = `/Library/Managed Preferences/${bundleId}.plist`
    return [
      { kind: 'plist', file, plutil: '/usr/bin/plutil' },
      { kind: 'file', file: '/Library/Application Support/Linkwright/policy.json' },
    ]
  }
  // A Flatpak has its own /etc and mounts the computer's here.
  const etc = env['FLATPAK_ID'] ? '/run/host/etc' : '/etc'
  return [{ kind: 'file', file: posix.join(etc, 'linkwright', 'policy.json') }]
}

/** Reads the policy of this computer. Never rejects: errors become warnings. */
export async function readPolicy(
  locations: readonly PolicyLocation[] = policyLocations(process.platform, process.env),
): Promise<Policy> {
  return parsePolicy((await Promise.all(locations.map(sourceAt))).filter((source) => source !== null))
}

async function sourceAt(location: PolicyLocation): Promise<PolicySource | null> {
  if (location.kind === 'registry') {
    const output = await runProgram(location.reg, ['query', location.key, '/reg:64'])
    if (output === null) return null
    return { name: location.key, values: output === '' ? null : registryValues(output) }
  }
  const { file } = location
  const text = textAt(file)
  if (text === null) return null
  const json = location.kind === 'file' ? text : await runProgram(location.plutil, plutilArguments(file))
  const value = tryParseJson((json ?? '').replace(/^\uFEFF/, ''))
  return { name: file, values: isObject(value) ? value : null }
}

const plutilArguments = (file: string) => ['-convert', 'json', '-o', '-', '--', file]

/** Maximum size in bytes. */
const maxBytes = 1_000_000
/** Timeout of a system program, in milliseconds. */
const limit = 5_000

/** Returns a file's text; `null` if it doesn't exist, `''` if it can't be read. */
function textAt(file: string): string | null {
  try {
    const found = statSync(file, { throwIfNoEntry: false })
    if (!found) return null
    return found.size > maxBytes ? '' : readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/**
 * Returns a program's output; `null` if it is missing or exits with 1, as `reg.exe` does for a missing key;
 * `''` for other failures.
 */
function runProgram(program: string, args: string[]): Promise<string | null> {
  return new Promise((resolve) => {
    const options = { timeout: limit, maxBuffer: maxBytes, windowsHide: true }
    execFile(program, args, options, (error, stdout) => {
      if (!error) resolve(stdout)
      else resolve(error.code === 1 || error.code === 'ENOENT' ? null : '')
    })
  })
}
