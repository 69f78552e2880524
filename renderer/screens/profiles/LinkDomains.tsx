import type { SavedProfile } from '../../session/currentProfile.ts'
import { AppOpening } from '../../features/simulator/AppOpening.tsx'
import { PanelPart, PanelText } from '../../ui/PanelPart.tsx'

/**
 * Shows whether phones open the app from the links of each of a profile's domains, with a button to check that. Renders
 * nothing for the service on this computer, which no phone reaches, or for a project without an app.
 */
export function LinkDomains({ profile }: { profile: SavedProfile }) {
  if (profile.kind === 'embedded' || !profile.hasApp) return null
  return (
    <PanelPart title="Opening the app">
      <PanelText>
        Phones open the app from a link only if the files of the link’s domain list the app. A check fetches
        these files, and Apple’s and Google’s copies of them if you choose so.
      </PanelText>
      {listLinkDomains(profile).map((domain) => (
        <AppOpening key={domain} link={`https://${domain}/`} domain={domain} level={4} />
      ))}
    </PanelPart>
  )
}

/** Returns a profile's link domains; if none is known, the host of its service. */
function listLinkDomains({ linkHosts, baseUrl }: SavedProfile): readonly string[] {
  if (linkHosts.length > 0) return linkHosts
  const host = URL.parse(baseUrl)?.host
  return host ? [host] : []
}
