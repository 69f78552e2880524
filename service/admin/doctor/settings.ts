import { X509Certificate } from 'node:crypto'
import { unknownSettings } from '../../settings/misspelled.ts'
import { readSettings } from '../../settings/settings.ts'
import type { Settings } from '../../settings/settings.ts'
import type { Variables } from '../../settings/variables.ts'
import { StartError, InvalidSettingError } from '../../settings/settingErrors.ts'
import type { CheckResult } from './checkResult.ts'

const dayMs = 86_400_000
/** Days before expiry by which a certificate should have been renewed; Let's Encrypt's are. */
const renewalDays = 14

/** Checks the settings. Returns them if the service could start with them. */
export function checkSettings(variables: Variables): { settings: Settings | null; findings: CheckResult[] } {
  const unknown = unknownSettings(variables).map((name): CheckResult => {
    const says = `${name} says nothing to the service.`
    return {
      check: 'settings',
      state: 'warn',
      says,
      do: 'Remove it, or see the list of settings in its --help.',
    }
  })
  try {
    const settings = readSettings(variables)
    const findings: CheckResult[] = [
      { check: 'settings', state: 'ok', says: 'The service can start with them.' },
    ]
    const { tls } = settings
    for (const { cert } of tls ? [tls, ...(tls.domains ?? [])] : []) findings.push(checkCertificate(cert))
    return { settings, findings: [...findings, ...unknown] }
  } catch (error) {
    if (!(error instanceof InvalidSettingError || error instanceof StartError)) throw error
    const todo = 'Change it; docs/operating/settings.md explains each setting.'
    return {
      settings: null,
      findings: [{ check: 'settings', state: 'fail', says: error.message, do: todo }, ...unknown],
    }
  }
}

/** Reading the settings has already checked that it matches its key. */
function checkCertificate(pem: string): CheckResult {
  const certificate = new X509Certificate(pem)
  const [from, validUntil] = [Date.parse(certificate.validFrom), Date.parse(certificate.validTo)]
  const days = Math.floor((validUntil - Date.now()) / dayMs)
  const says = `It belongs to its key, and is valid until ${new Date(validUntil).toISOString()}.`
  const todo = 'Renew it and reload the service.'
  if (Date.now() < from) {
    const early = `It is valid only from ${new Date(from).toISOString()} on.`
    return {
      check: 'certificate',
      state: 'fail',
      says: early,
      do: 'Is the clock right? Else wait, or get another one.',
    }
  }
  if (days < 0) return { check: 'certificate', state: 'fail', says, do: todo }
  return days < renewalDays
    ? { check: 'certificate', state: 'warn', says, do: todo }
    : { check: 'certificate', state: 'ok', says }
}
