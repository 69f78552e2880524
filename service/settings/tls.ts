import { readDomainCertificates } from './domainCertificates.ts'
import { explainUnusable, type KeyPair } from './keyPair.ts'
import { readSettingFile, readVariable, type Variables } from './variables.ts'
import { StartError, InvalidSettingError } from './settingErrors.ts'

/** The service's certificate, and those of further domains. */
export interface Tls extends KeyPair {
  domains?: readonly KeyPair[]
}

/**
 * Reads `TLS_CERT` and `TLS_KEY`, each PEM text or the path of a PEM file. No message quotes their content. Files may
 * be in the middle of a renewal, so their errors are a `StartError` if that can be the cause.
 */
export function readTls(variables: Variables): Tls | null {
  const values = { cert: readVariable(variables, 'TLS_CERT'), key: readVariable(variables, 'TLS_KEY') }
  const folder = readVariable(variables, 'TLS_DOMAINS')
  if (values.cert === undefined && values.key === undefined) {
    if (folder === undefined) return null
    throw new InvalidSettingError(
      'TLS_DOMAINS requires TLS_CERT and TLS_KEY, which are used for clients that request no domain.',
    )
  }
  if (values.cert === undefined || values.key === undefined) {
    throw new InvalidSettingError('Set both TLS_CERT and TLS_KEY, each to the path of a PEM file.')
  }
  const cert = readPem('TLS_CERT', values.cert)
  const key = readPem('TLS_KEY', values.key)
  const reason = explainUnusable({ cert, key }, { cert: 'TLS_CERT', key: 'TLS_KEY' })
  if (reason !== null) {
    const areTexts = isPem(variables['TLS_CERT'] ?? '') && isPem(variables['TLS_KEY'] ?? '')
    throw areTexts ? new InvalidSettingError(`${reason}.`) : new StartError(`${reason}.`)
  }
  return { cert, key, ...(folder !== undefined && { domains: readDomainCertificates(folder) }) }
}

function readPem(name: string, value: string): string {
  return isPem(value) ? value : readSettingFile(name, value)
}

function isPem(value: string): boolean {
  return value.includes('-----BEGIN ')
}
