import type { WindowsAzureSigningConfiguration } from 'app-builder-lib'

/** The environment variables of Azure Trusted Signing, by electron-builder's option. */
const variables = {
  endpoint: 'AZURE_SIGNING_ENDPOINT',
  codeSigningAccountName: 'AZURE_SIGNING_ACCOUNT',
  certificateProfileName: 'AZURE_SIGNING_PROFILE',
  publisherName: 'AZURE_SIGNING_PUBLISHER',
} as const

/**
 * Returns `win.azureSignOptions` for electron-builder; `null` if no variable is set. Throws an error that names the
 * missing ones if only some are set, because the packages would silently be unsigned.
 */
export function readAzureSigning(env: NodeJS.ProcessEnv): WindowsAzureSigningConfiguration | null {
  const missing = Object.values(variables).filter((name) => !env[name]?.trim())
  if (missing.length === Object.keys(variables).length) return null
  if (missing.length > 0) throw new Error(`Azure Trusted Signing also requires ${missing.join(', ')}.`)
  const read = (name: keyof typeof variables) => env[variables[name]]?.trim() ?? ''
  return {
    endpoint: read('endpoint'),
    codeSigningAccountName: read('codeSigningAccountName'),
    certificateProfileName: read('certificateProfileName'),
    publisherName: read('publisherName'),
  }
}

/** Returns the arguments that pass the options to electron-builder's command line. */
export function azureArguments(env: NodeJS.ProcessEnv): string[] {
  return Object.entries(readAzureSigning(env) ?? {}).map(
    ([name, value]) => `-c.win.azureSignOptions.${name}=${value}`,
  )
}
