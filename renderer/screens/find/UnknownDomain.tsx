import { CircleHelp } from 'lucide-react'
import { Link } from 'wouter'
import { findPath } from '../../../contract/app/window/windowPath.ts'
import { useSession } from '../../session/Session.tsx'
import { Callout } from '../../ui/Callout.tsx'
import { shorten } from '../../ui/shorten.ts'
import { SmallButton } from '../../ui/variants.ts'
import { SearchLinks } from './SearchLinks.tsx'

/**
 * Shown for a link whose domain isn't in any profile. No service is contacted until the user chooses one. The address
 * may also be where links go, which the library can search for.
 */
export function UnknownDomain({ host, text }: { host: string; text: string }) {
  const { state, current } = useSession()
  const { environment } = current
  const profiles = state.profiles.toSorted(
    (a, b) => Number(b.id === current.profile.id) - Number(a.id === current.profile.id),
  )
  const domains = [...new Set(profiles.flatMap(({ linkHosts }) => linkHosts))]
  return (
    <Callout
      tone="quiet"
      icon={CircleHelp}
      role="status"
      title={`${shorten(host, 60)} isn’t one of your link domains`}
      actions={
        <>
          <SearchLinks text={text} />
          {profiles.map(({ id, name }) => (
            <SmallButton key={id} component={Link} href={findPath(text, { profileId: id, environment })}>
              Look in {name}
            </SmallButton>
          ))}
        </>
      }
    >
      <p>
        {domains.length > 0
          ? `Yours are ${domains.join(', ')}. `
          : 'None of your profiles has a link domain yet. You can add it under Profiles. '}
        No service was asked. If it’s yours anyway, choose which profile to look in ({environment}).
      </p>
    </Callout>
  )
}
