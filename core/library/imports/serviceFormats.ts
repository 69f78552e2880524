import type { Role } from '../../../contract/app/library/columns/columnNames.ts'
import type { exportingServices } from '../../../contract/app/library/imports.ts'

/** The services whose exports are recognized by their columns. */
export type Service = (typeof exportingServices)[number]

export interface ServiceFormat {
  service: Service
  /** Normalized column names. Only this export has all of them. */
  signature: readonly string[]
  /** Roles of columns whose names have a different meaning in other tables. */
  roles?: Readonly<Record<string, Role>>
}

const firebaseRoles: Readonly<Record<string, Role>> = {
  ...{ shortlink: 'link', shorturl: 'link', shortdynamiclink: 'link' },
  ...{ link: 'data', deeplink: 'data' },
  ...{ ofl: 'desktop', otherfallbacklink: 'desktop', desktopfallbacklink: 'desktop' },
  ...{ ifl: 'ios', iosfallbacklink: 'ios', afl: 'android', androidfallbacklink: 'android' },
  ...{ st: 'title', socialtitle: 'title', sd: 'subtitle', socialdescription: 'subtitle' },
  ...{ si: 'image', socialimage: 'image', socialimagelink: 'image' },
}
const yourlsRoles: Readonly<Record<string, Role>> = { keyword: 'path', url: 'destination' }

/** More specific signatures first. */
export const serviceFormats: readonly ServiceFormat[] = [
  { service: 'firebase', signature: ['link', 'ofl'], roles: firebaseRoles },
  { service: 'firebase', signature: ['link', 'ifl'], roles: firebaseRoles },
  { service: 'firebase', signature: ['link', 'afl'], roles: firebaseRoles },
  { service: 'firebase', signature: ['deeplink', 'otherfallbacklink'], roles: firebaseRoles },
  { service: 'firebase', signature: ['deeplink', 'iosfallbacklink'], roles: firebaseRoles },
  { service: 'yourls', signature: ['keyword', 'url'], roles: yourlsRoles },
  {
    service: 'yourls',
    signature: ['source', 'target', 'hits'],
    roles: { source: 'path', target: 'destination' },
  },
  { service: 'shortio', signature: ['originalurl', 'path'] },
  { service: 'rebrandly', signature: ['slashtag', 'destination'] },
  {
    service: 'sink',
    signature: ['slug', 'url'],
    roles: { apple: 'ios', google: 'android', description: 'subtitle' },
  },
  { service: 'shlink', signature: ['shortcode', 'longurl'] },
  { service: 'kutt', signature: ['address', 'target'] },
  { service: 'bitly', signature: ['link', 'customlink', 'destinationurl'] },
  { service: 'bitly', signature: ['bitlink'] },
  { service: 'bitly', signature: ['custombitlinks'] },
  { service: 'bitly', signature: ['link', 'longurl'] },
  // Anyone may name two columns like this.
  ...['clicks', 'createdat', 'key'].flatMap((column): ServiceFormat[] => [
    { service: 'dub', signature: ['shortlink', 'destinationurl', column] },
    { service: 'dub', signature: ['shortlink', 'url', column] },
  ]),
  { service: 'dub', signature: ['link', 'url', 'clicks'] },
  { service: 'dub', signature: ['link', 'url', 'createdat'] },
]
