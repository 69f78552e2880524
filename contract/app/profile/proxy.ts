/**
 * Supported proxy kinds by URL scheme. SOCKS proxies always resolve the service's host name themselves, as
 * with `socks5h`. `socks:` means version 5, as in Chromium and GNOME.
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

/** Whether a URL names a supported proxy. */
export function isProxyUrl(url: URL | null): url is URL {
  return url !== null && Object.hasOwn(proxyKinds, url.protocol) && url.hostname !== ''
}

/** The error message if a required proxy address is missing. */
export const proxyUrlRequired =
  'Enter the proxy’s address, such as http://proxy.example.com:3128 or socks5://proxy.example.com:1080.'
