/** Returns the entry of an iPhone app's `.entitlements` file that claims a domain. */
export function entitlement(domain: string): string {
  return `<key>com.apple.developer.associated-domains</key>
<array>
  <string>applinks:${escapeXml(domain)}</string>
</array>`
}

/** Returns the entry of an Android app's manifest that claims a domain, or with patterns, some of its links. */
export function intentFilter(domain: string, pathPatterns: readonly string[]): string {
  const patterns = pathPatterns.map((one) => `\n  <data android:pathPattern="${escapeXml(one)}" />`)
  return `<intent-filter android:autoVerify="true">
  <action android:name="android.intent.action.VIEW" />
  <category android:name="android.intent.category.DEFAULT" />
  <category android:name="android.intent.category.BROWSABLE" />
  <data android:scheme="https" />
  <data android:host="${escapeXml(domain)}" />${patterns.join('')}
</intent-filter>`
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character)
}
