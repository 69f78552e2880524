import { createSecureContext } from 'node:tls'
import type { SecureContextOptions } from 'node:tls'
import { readSettingFile, variable } from './variables.ts'
import type { Variables } from './variables.ts'
import { WrongSetting } from './wrongSetting.ts'

/** Certificate chain and private key, as PEM text. */
export interface Tls {
  cert: string
  key: string
}

/** `TLS_CERT` and `TLS_KEY`, each PEM text or the path of a PEM file. No message quotes what they hold. */
export function tlsSetting(variables: Variables): Tls | null {
  const given = { cert: variable(variables, 'TLS_CERT'), key: variable(variables, 'TLS_KEY') }
  if (given.cert === undefined && given.key === undefined) return null
  if (given.cert === undefined || given.key === undefined) {
    throw new WrongSetting('TLS_CERT and TLS_KEY belong together: set both, each the path of a PEM file.')
  }
  const cert = pem('TLS_CERT', given.cert)
  const key = pem('TLS_KEY', given.key)
  refuseOther('TLS_CERT', cert, { is: 'certificate', isNot: 'private key' })
  refuseOther('TLS_KEY', key, { is: 'private key', isNot: 'certificate' })
  if (/ENCRYPTED/.test(key)) {
    throw new WrongSetting('TLS_KEY is encrypted with a passphrase. Set it to a key without one.')
  }
  refuseUnusable('TLS_CERT', { cert })
  refuseUnusable('TLS_KEY', { key })
  refuseUnusable('TLS_KEY', { cert, key }, 'is not the key of the certificate in TLS_CERT')
  return { cert, key }
}

function pem(name: string, value: string): string {
  return value.includes('-----BEGIN ') ? value : readSettingFile(name, value)
}

const label = {
  certificate: /-----BEGIN (\w+ )?CERTIFICATE-----/,
  'private key': /-----BEGIN .*PRIVATE KEY-----/,
}
type Kind = keyof typeof label

function refuseOther(name: string, text: string, { is, isNot }: { is: Kind; isNot: Kind }): void {
  if (label[is].test(text)) return
  if (!label[isNot].test(text)) throw new WrongSetting(`${name} holds no ${is} in PEM.`)
  throw new WrongSetting(`${name} holds a ${isNot} and no ${is}. Are TLS_CERT and TLS_KEY swapped?`)
}

function refuseUnusable(name: string, options: SecureContextOptions, what = 'cannot be used'): void {
  try {
    createSecureContext(options)
  } catch (error) {
    throw new WrongSetting(`${name} ${what} (${(error as Error).message}).`)
  }
}
