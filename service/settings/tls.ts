import { createSecureContext, type SecureContextOptions } from 'node:tls'
import { readDomainCertificates, type KeyPair } from './domainCertificates.ts'
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
  const isInFiles = !(['TLS_CERT', 'TLS_KEY'] as const).every((name) => isPem(variables[name] ?? ''))
  const ErrorClass = isInFiles ? StartError : InvalidSettingError
  rejectWrongKind('TLS_CERT', cert, { is: 'certificate', isNot: 'private key', ErrorClass })
  rejectWrongKind('TLS_KEY', key, { is: 'private key', isNot: 'certificate', ErrorClass })
  if (/ENCRYPTED/.test(key)) {
    throw new InvalidSettingError('TLS_KEY is encrypted with a passphrase. Use a key without a passphrase.')
  }
  const rejectUnusable = (options: SecureContextOptions, sentence: string) => {
    const reason = explainUnusable(options)
    if (reason !== null) throw new ErrorClass(`${sentence} (${reason}).`)
  }
  rejectUnusable({ cert }, 'TLS_CERT cannot be used')
  rejectUnusable({ key }, 'TLS_KEY cannot be used')
  rejectUnusable({ cert, key }, 'TLS_KEY is not the key of the certificate in TLS_CERT')
  return { cert, key, ...(folder !== undefined && { domains: readDomainCertificates(folder) }) }
}

function readPem(name: string, value: string): string {
  return isPem(value) ? value : readSettingFile(name, value)
}

function isPem(value: string): boolean {
  return value.includes('-----BEGIN ')
}

const labels = {
  certificate: /-----BEGIN (\w+ )?CERTIFICATE-----/,
  'private key': /-----BEGIN .*PRIVATE KEY-----/,
}
type Kind = keyof typeof labels

/** `ErrorClass` is for a text that is neither. */
function rejectWrongKind(
  name: string,
  text: string,
  { is, isNot, ErrorClass }: { is: Kind; isNot: Kind; ErrorClass: new (message: string) => Error },
): void {
  if (labels[is].test(text)) return
  if (!labels[isNot].test(text)) throw new ErrorClass(`${name} contains no ${is} in PEM format.`)
  throw new InvalidSettingError(
    `${name} contains a ${isNot} instead of a ${is}. Are TLS_CERT and TLS_KEY swapped?`,
  )
}

function explainUnusable(options: SecureContextOptions): string | null {
  try {
    createSecureContext(options)
    return null
  } catch (error) {
    return (error as Error).message
  }
}
