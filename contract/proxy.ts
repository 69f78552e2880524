/**
 * The kinds of proxies that the app speaks, by the scheme of their URL. A proxy of SOCKS finds the service's address by itself, as
 * `socks5h` and `socks4a` say, whatever the scheme; `socks` alone is version 5, as in Chromium and GNOME.
 */
export const proxyKinds: Readonly<Record<string, 'http' | 'socks4' | 'socks5'>> = {
  'http:': 'http',
  'https:': 'http',
  'socks:': 'socks5',
  'socks5:': 'socks5',
  'socks5h:': 'socks5',
  'socks4:': 'socks4',
  'socks4a:': 'socks4',
}

/** Whether a URL names a proxy of a kind that the app speaks. */
export function isProxyUrl(url: URL | null): url is URL {
  return url !== null && Object.hasOwn(proxyKinds, url.protocol) && url.hostname !== ''
}

/** What to say where somebody has to name a proxy and has not. */
export const proxyUrlRequired =
  'Enter the proxy’s address, such as http://proxy.example.com:3128 or socks5://proxy.example.com:1080.'
