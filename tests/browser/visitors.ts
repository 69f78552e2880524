/** Real user agents, one for each kind that the link host distinguishes. */
export const visitors = {
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  android:
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
  desktop:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  crawler: 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
} as const

export type VisitorName = keyof typeof visitors

/** Opens a link over HTTP as a visitor, without following redirects. */
export async function visit(link: string, visitor: VisitorName): Promise<Response> {
  return await fetch(link, { headers: { 'User-Agent': visitors[visitor] }, redirect: 'manual' })
}
