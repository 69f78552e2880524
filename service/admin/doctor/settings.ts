import { X509Certificate } from 'node:crypto'
import { unknownSettings } from '../../settings/unknownSettings.ts'
import { readSettings, type Settings } from '../../settings/settings.ts'
import type { Variables } from '../../settings/variables.ts'
import { StartError, InvalidSettingError } from '../../settings/settingErrors.ts'
import { fail, ok, warn, type CheckResult } from './checkResult.ts'

const dayMs = 86_400_000
/** A certificate with less time left is overdue for renewal: Let's Encrypt's are renewed earlier. */
const renewalDays = 14

/** Checks the settings, and returns them if the service could start with them. */
export function checkSettings(variables: Variables): { settings: Settings | null; results: CheckResult[] } {
  const unknownWarnings = unknownSettings(variables).map((name) =>
    warn(
      'settings',
      `${name} is not a setting of the service.`,
      'Remove it, or correct its name: --help of the service lists all.',
    ),
  )
  try {
    const settings = readSettings(variables)
    const { tls } = settings
    const certificates = tls ? [tls, ...(tls.domains ?? [])].map(({ cert }) => checkCertificate(cert)) : []
    return {
      settings,
      results: [ok('settings', 'The settings are valid.'), ...certificates, ...unknownWarnings],
    }
  } catch (error) {
    if (!(error instanceof InvalidSettingError || error instanceof StartError)) throw error
    const advice = 'Correct the setting; docs/operating/settings.md explains each one.'
    return { settings: null, results: [fail('settings', error.message, advice), ...unknownWarnings] }
  }
}

/** Checks only the dates: reading the settings has already checked that the certificate matches its key. */
function checkCertificate(pem: string): CheckResult {
  const certificate = new X509Certificate(pem)
  const [validFrom, validUntil] = [Date.parse(certificate.validFrom), Date.parse(certificate.validTo)]
  if (Date.now() < validFrom) {
    const message = `The certificate is not valid before ${new Date(validFrom).toISOString()}.`
    return fail('certificate', message, 'Check the clock. If it is right, wait or get another certificate.')
  }
  const days = Math.floor((validUntil - Date.now()) / dayMs)
  const message = `The certificate matches its key, and is valid until ${new Date(validUntil).toISOString()}.`
  const advice = 'Renew it and reload the service.'
  if (days < 0) return fail('certificate', message, advice)
  return days < renewalDays ? warn('certificate', message, advice) : ok('certificate', message)
}
