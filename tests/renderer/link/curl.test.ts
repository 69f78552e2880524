import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toCurl } from '../../../renderer/link/curl.ts'
import { toRequest } from '../../../renderer/link/form.ts'
import { formValues } from './formValues.ts'

/** Returns how a real shell splits a command, using a fake curl that prints its arguments. */
function splitShellWords(command: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`
  const out = execFileSync('/bin/sh', ['-c', script], { env: { PROJECT_KEY: 'k-$1 "x"' }, encoding: 'utf8' })
  return out.split('\0').slice(0, -1)
}

// The command is for a POSIX shell, which Windows does not include.
describe.skipIf(process.platform === 'win32')('the cURL command', () => {
  it('the cURL command sends the same request from a shell, whatever it contains', () => {
    fc.assert(
      fc.property(formValues, (form) => {
        const request = toRequest(form)
        const words = splitShellWords(toCurl(request, 'https://example.com/api/v1/sdk', "it's"))
        expect(words).toEqual([
          '-sS',
          '-X',
          'POST',
          'https://example.com/api/v1/sdk/generate_link',
          '-H',
          'PROJECT-KEY: k-$1 "x"',
          '-H',
          "ENVIRONMENT: it's",
          '-H',
          'Content-Type: application/json',
          '--data-binary',
          JSON.stringify(request),
        ])
      }),
      { numRuns: 50 },
    )
  })
})
