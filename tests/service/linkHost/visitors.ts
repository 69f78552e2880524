import type { TestService } from '../testService.ts'

/** The `User-Agent` of each kind of visitor. */
export const agents = {
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  android:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36',
  desktop:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
  crawler: 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
}

/** A link that leads somewhere for every visitor. */
export const everywhere = {
  title: 'Autumn sale',
  subtitle: 'Everything must go',
  ios_custom_redirect: { url: 'https://ios.example.com/app' },
  android_custom_redirect: { url: 'market://details?id=com.example' },
  desktop_custom_redirect: { url: 'https://example.com/sale?a=1#top' },
}

/** Creates a link and visits it. */
export async function visitNew(service: TestService, body: object, agent: keyof typeof agents) {
  const response = await service.visit(await service.create(body), agents[agent])
  return {
    status: response.status,
    location: response.headers.get('location'),
    page: await response.text(),
    response,
  }
}
