import { stripVTControlCharacters } from 'node:util'

/** How electron-builder and its libraries report a download that failed. */
const networkFailure =
  /\b(ENOTFOUND|ECONNREFUSED|ECONNRESET|EAI_AGAIN|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|CERT_[A-Z_]+|(?:SELF_SIGNED|UNABLE_TO)_[A-Z_]+)\b|getaddrinfo|status(?:Code)?[ :=]+(?:403|404|407|5\d\d)|Cannot download|Response code \d{3}/i

/**
 * Returns what to do when packing failed because something could not be downloaded; `null` for any other failure. `output` is what
 * electron-builder printed.
 */
export function downloadHelp(output: string): string | null {
  const failure = networkFailure.exec(output)
  if (!failure) return null
  const missingPart = findMissingPart(output)
  return [
    `Packing stopped: ${missingPart} could not be downloaded (${failure[0]}).`,
    'If this computer has no access to it, do one of these and run the command again:',
    '  - Use a mirror: set ELECTRON_MIRROR for Electron and ELECTRON_BUILDER_BINARIES_MIRROR for the packaging tools.',
    '  - Use an Electron that is already here: npm run dist -- --dir -c.electronDist=/path/to/electron',
    '  - Use a proxy: set HTTPS_PROXY.',
    'docs/releasing.md has the details.',
  ].join('\n')
}

/** The packager reports no address, but each step before it starts. */
function findMissingPart(output: string): string {
  const plainOutput = stripVTControlCharacters(output)
  const steps = [
    ...plainOutput.matchAll(/packaging +platform=(\S+) arch=(\S+) electron=(\S+)|building +target=(\S+)/g),
  ]
  const [, platform, arch, version, target] = steps.at(-1) ?? []
  if (target !== undefined) return `a tool that makes the ${target}`
  return version === undefined
    ? 'Electron or a packaging tool'
    : `Electron ${version} for ${platform} ${arch}`
}
