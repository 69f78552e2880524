import type { GenerateRequest } from '../../../../contract/service/link/generate.ts'
import type { FieldName } from '../../../../contract/service/link/fields.ts'

/**
 * A value for every field, all different and none a default, so that a part which drops or confuses fields fails its
 * test.
 */
export const allFieldsRequest = {
  title: 'The title',
  subtitle: 'The subtitle',
  data: '{"id":12345678901234567890,"price":1.50}',
  tags: '["first tag","second tag"]',
  ios_custom_redirect: { url: 'https://ios.example/app', open_app_if_installed: false },
  android_custom_redirect: { url: 'https://android.example/app', open_app_if_installed: false },
  desktop_custom_redirect: { url: 'https://desktop.example/page' },
  show_preview_ios: true,
  show_preview_android: true,
  tracking_campaign: 'the-campaign',
  tracking_source: 'the-source',
  tracking_medium: 'the-medium',
  path: 'the-path',
  image: 'https://images.example/card.png',
} as const satisfies { [N in FieldName]: NonNullable<GenerateRequest[N]> }

/** Returns a request with one field only. */
export function onlyField(name: FieldName): GenerateRequest {
  return { [name]: allFieldsRequest[name] }
}

/** The link of that request, as returned by a service that has separate preview flags for each platform. */
export const allFieldsLink: Record<string, unknown> = {
  ...allFieldsRequest,
  data: JSON.parse(allFieldsRequest.data) as unknown,
  tags: JSON.parse(allFieldsRequest.tags) as unknown,
}

/** Returns the text of that link with other values in some fields. */
export function linkTextWith(others: Record<string, unknown>): string {
  const data = 'data' in others ? JSON.stringify(others['data']) : allFieldsRequest.data
  const rest: Record<string, unknown> = { ...allFieldsLink, ...others }
  delete rest['data']
  return JSON.stringify(rest).replace(/}$/, () => `,"data":${data}}`)
}
