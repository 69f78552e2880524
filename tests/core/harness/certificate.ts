import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'

/** A certificate and its key, both as PEM, and what is needed to sign others with it. */
export interface Certificate {
  cert: string
  key: string
  name: string
  privateKey: KeyObject
}

interface CertificateOptions {
  name: string
  /** DNS names and IPv4 addresses of the certificate. */
  hosts?: string[]
  authority?: boolean
  /** Days from now. */
  from?: number
  until?: number
  /** Signs itself if omitted. */
  signedBy?: Certificate
}

/** Creates an X.509 certificate (RFC 5280), valid or invalid as a test needs it. */
export function makeCertificate(options: CertificateOptions): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const issuer = options.signedBy ?? { name: options.name, privateKey }
  const body = sequence(
    explicit(0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([0x01]), randomBytes(8)])),
    ecdsaWithSha256,
    encodeName(issuer.name),
    sequence(encodeTime(options.from ?? -1), encodeTime(options.until ?? 30)),
    encodeName(options.name),
    publicKey.export({ type: 'spki', format: 'der' }),
    explicit(3, sequence(...encodeExtensions(options))),
  )
  const signature = sign('sha256', body, issuer.privateKey)
  const whole = sequence(body, ecdsaWithSha256, der(0x03, Buffer.concat([Buffer.from([0]), signature])))
  return {
    name: options.name,
    privateKey,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${whole.toString('base64').replace(/.{64}/g, '$&\n').trim()}\n-----END CERTIFICATE-----\n`,
  }
}

function der(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...items: Buffer[]) => der(0x30, ...items)
const explicit = (tag: number, item: Buffer) => der(0xa0 + tag, item)

function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  const bytes = rest.flatMap((part) => {
    const digits = [part & 0x7f]
    for (let left = part >> 7; left > 0; left >>= 7) digits.unshift((left & 0x7f) | 0x80)
    return digits
  })
  return der(0x06, Buffer.from([first * 40 + second, ...bytes]))
}

const ecdsaWithSha256 = sequence(oid('1.2.840.10045.4.3.2'))

function encodeName(text: string): Buffer {
  return sequence(der(0x31, sequence(oid('2.5.4.3'), der(0x0c, Buffer.from(text)))))
}

function encodeTime(days: number): Buffer {
  const time = new Date(Date.now() + days * 86_400_000).toISOString().replace(/[-:T]|\.\d+/g, '')
  return der(0x18, Buffer.from(time))
}

function encodeExtensions({ hosts = [], authority = false }: CertificateOptions): Buffer[] {
  const basic = sequence(...(authority ? [der(0x01, Buffer.from([0xff]))] : []))
  const extensions = [sequence(oid('2.5.29.19'), der(0x04, basic))]
  if (hosts.length > 0)
    extensions.push(sequence(oid('2.5.29.17'), der(0x04, sequence(...hosts.map(encodeHost)))))
  return extensions
}

function encodeHost(host: string): Buffer {
  const address = /^\d+\.\d+\.\d+\.\d+$/.test(host)
  return address ? der(0x87, Buffer.from(host.split('.').map(Number))) : der(0x82, Buffer.from(host))
}
