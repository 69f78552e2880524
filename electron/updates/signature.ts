import { execFile } from 'node:child_process'

/** Timeout in milliseconds. Reading a signature takes about ten, and a broken disk must not delay startup. */
const timeoutMs = 3_000

/**
 * Whether a macOS app is signed by a team. Squirrel.Mac installs updates only for such apps, because an ad-hoc
 * signature identifies a single build.
 */
export function isTeamSigned(app: string, codesign = '/usr/bin/codesign'): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(codesign, ['--display', '--verbose=2', app], { timeout: timeoutMs }, (error, _stdout, stderr) =>
      resolve(error === null && namesTeam(stderr)),
    )
  })
}

function namesTeam(description: string): boolean {
  const team = /^TeamIdentifier=(.*)$/m.exec(description)?.[1]?.trim()
  return team !== undefined && team !== '' && team !== 'not set'
}
