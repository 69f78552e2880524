/** What a URL may say of the servers that take writes; libpq knows more, of which the service could use none. */
export const sessionAttributes = ['read-write', 'primary']

/** One URL for each of the servers that a URL names, separated by commas as libpq has them. */
export function splitServerUrls(url: string): string[] {
  const [, scheme = '', user = '', hosts = '', rest = ''] =
    /^([a-z]+:\/\/)([^/?#]*@)?([^/?#]*)(.*)$/s.exec(url) ?? []
  return hosts.split(',').map((host) => scheme + user + host + rest)
}
