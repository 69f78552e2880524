import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { settingNames } from '../../../service/settings/names.ts'
import { makeCertificate, opensslMissing } from '../http/certificate.ts'
import { readRefusal, settingsFolder } from './files.ts'

const { file, folder } = settingsFolder()

const names = Object.keys(settingNames)

/** Every setting with this value, with a file that contains it, and with it instead of the file's name. */
function everywhere(value: string, exceptions: string[]): Record<string, string>[] {
  const path = file('secret', value)
  const wrongNames = names.filter((name) => !exceptions.includes(name))
  return [
    ...wrongNames.flatMap((name) => [{ [name]: value }, { [`${name}_FILE`]: path }]),
    ...names.map((name) => ({ [`${name}_FILE`]: value })),
  ]
}

describe('a secret in the wrong setting is never quoted', () => {
  it.skipIf(opensslMissing())('a private key in the wrong setting is never quoted', () => {
    const files = makeCertificate(folder)
    const key = readFileSync(files.key, 'utf8')
    const body = key.split('\n')[1] ?? ''
    const TLS_CERT = files.cert
    const wrongVariables: Record<string, string>[] = [
      ...everywhere(key, []),
      { TLS_CERT, TLS_KEY: key.replace(body, `${body}AAAA`) },
      { TLS_CERT, TLS_KEY: body },
      { TLS_CERT, TLS_KEY_FILE: body },
      { TLS_CERT, TLS_KEY_FILE: file('body', body) },
      { TLS_CERT: key, TLS_KEY: files.key },
    ]
    for (const variables of wrongVariables) {
      const message = readRefusal(variables)
      expect(message).not.toContain(body.slice(0, 16))
      expect(message).not.toContain('\n')
    }
  })

  it('a database URL with its password in the wrong setting is never quoted', () => {
    const url = 'postgres://user:secret@host/db'
    for (const variables of everywhere(url, ['DATABASE_URL'])) {
      expect(readRefusal(variables)).not.toContain('secret')
    }
  })

  it('a project key and a file’s content in the wrong setting are never quoted', () => {
    expect(readRefusal({ PORT: 'lwk_secret' })).not.toContain('secret')
    expect(readRefusal({ PORT_FILE: file('password', 'secret') })).not.toContain('secret')
  })
})
