/** Supported values of libpq's option for several servers. Others can select servers without write access. */
export const sessionAttributes = ['read-write', 'primary']

/** Returns one URL for each comma-separated server in a URL, as in libpq. */
export function splitServerUrls(url: string): string[] {
  const [, scheme = '', user = '', hosts = '', rest = ''] =
    /^([a-z]+:\/\/)([^/?#]*@)?([^/?#]*)(.*)$/s.exec(url) ?? []
  return hosts.split(',').map((host) => scheme + user + host + rest)
}
