import { createSecureContext } from 'node:tls'
import type { SecureContextOptions } from 'node:tls'
import { readSettingFile, variable } from './variables.ts'
import type { Variables } from './variables.ts'
import { StartFault, WrongSetting } from './wrongSetting.ts'

/** Certificate chain and private key, as PEM text. */
export interface Tls {
  cert: string
  key: string
}

/**
 * `TLS_CERT` and `TLS_KEY`, each PEM text or the path of a PEM file. No message quotes what they hold. Files may be in the
 * middle of their renewal, so what is wrong with them is a `StartFault` where that can be why.
 */
export function tlsSetting(variables: Variables): Tls | null {
  const given = { cert: variable(variables, 'TLS_CERT'), key: variable(variables, 'TLS_KEY') }
  if (given.cert === undefined && given.key === undefined) return null
  if (given.cert === undefined || given.key === undefined) {
    throw new WrongSetting('TLS_CERT and TLS_KEY belong together: set both, each the path of a PEM file.')
  }
  const cert = pem('TLS_CERT', given.cert)
  const key = pem('TLS_KEY', given.key)
  const inFiles = !(['TLS_CERT', 'TLS_KEY'] as const).every((name) => isPem(variables[name] ?? ''))
  const Fault = inFiles ? StartFault : WrongSetting
  refuseOther('TLS_CERT', cert, { is: 'certificate', isNot: 'private key', Fault })
  refuseOther('TLS_KEY', key, { is: 'private key', isNot: 'certificate', Fault })
  if (/ENCRYPTED/.test(key)) {
    throw new WrongSetting('TLS_KEY is encrypted with a passphrase. Set it to a key without one.')
  }
  const refuseUnusable = (options: SecureContextOptions, sentence: string) => {
    const reason = whyUnusable(options)
    if (reason !== null) throw new Fault(`${sentence} (${reason}).`)
  }
  refuseUnusable({ cert }, 'TLS_CERT cannot be used')
  refuseUnusable({ key }, 'TLS_KEY cannot be used')
  refuseUnusable({ cert, key }, 'TLS_KEY is not the key of the certificate in TLS_CERT')
  return { cert, key }
}

function pem(name: string, value: string): string {
  return isPem(value) ? value : readSettingFile(name, value)
}

function isPem(value: string): boolean {
  return value.includes('-----BEGIN ')
}

const label = {
  certificate: /-----BEGIN (\w+ )?CERTIFICATE-----/,
  'private key': /-----BEGIN .*PRIVATE KEY-----/,
}
type Kind = keyof typeof label

interface Expected {
  is: Kind
  isNot: Kind
  /** For a text that is neither. */
  Fault: typeof WrongSetting | typeof StartFault
}

function refuseOther(name: string, text: string, { is, isNot, Fault }: Expected): void {
  if (label[is].test(text)) return
  if (!label[isNot].test(text)) throw new Fault(`${name} holds no ${is} in PEM.`)
  throw new WrongSetting(`${name} holds a ${isNot} and no ${is}. Are TLS_CERT and TLS_KEY swapped?`)
}

function whyUnusable(options: SecureContextOptions): string | null {
  try {
    createSecureContext(options)
    return null
  } catch (error) {
    return (error as Error).message
  }
}
