/** What a field of a request or a link is called on the screen, by its path. */
const names: Record<string, string> = {
  title: 'Title',
  subtitle: 'Subtitle',
  data: 'App data',
  tags: 'Tags',
  ios_custom_redirect: 'iPhone and iPad',
  'ios_custom_redirect.url': 'iPhone and iPad',
  'ios_custom_redirect.open_app_if_installed': 'Open the app, iPhone and iPad',
  android_custom_redirect: 'Android',
  'android_custom_redirect.url': 'Android',
  'android_custom_redirect.open_app_if_installed': 'Open the app, Android',
  desktop_custom_redirect: 'Desktop',
  'desktop_custom_redirect.url': 'Desktop',
  show_preview: 'Preview page',
  show_preview_ios: 'Preview page, iPhone and iPad',
  show_preview_android: 'Preview page, Android',
  tracking_campaign: 'Campaign',
  tracking_source: 'Source',
  tracking_medium: 'Medium',
}

export function fieldName(path: string): string {
  return names[path] ?? path
}
