import type { Faults } from '../../contract/faults.ts'
import { webHost } from '../../contract/target.ts'
import type { FormValues } from './form.ts'

const places = {
  iosUrl: 'ios_custom_redirect.url',
  androidUrl: 'android_custom_redirect.url',
  desktopUrl: 'desktop_custom_redirect.url',
} as const

/** The addresses that lead back to the link host itself, where visitors would go in circles. */
export function loopsIn(form: FormValues, linkHosts: readonly string[]): Faults {
  const loops = Object.entries(places).filter(([name]) => {
    const host = webHost(form[name as keyof typeof places])
    return host !== null && linkHosts.includes(host)
  })
  return Object.fromEntries(
    loops.map(([, path]) => [path, 'Leads to your own link host: visitors would go in circles.']),
  )
}
