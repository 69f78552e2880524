import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { linkText } from '../../../contract/linkAddress.ts'
import type { LinkPath } from '../../../contract/linkAddress.ts'
import { findOwners } from '../../../contract/linkDomain.ts'
import { findLinkPath } from '../../../contract/linkPath.ts'
import type { LinkRecord } from '../../../contract/record.ts'
import type { RemoteLink } from '../../../contract/remoteLink.ts'
import { findPath } from '../../../contract/windowPath.ts'
import type { LookupContext } from '../../../contract/windowPath.ts'
import { useFindLink, useKnownLinks } from '../../api/links.ts'
import { linkOfRecord } from '../../link/linkOfRecord.ts'
import { useSession } from '../../session/Session.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'
import { SideBySide } from './SideBySide.tsx'
import styles from './find.module.css'

interface CompareProps {
  link: RemoteLink
  text: string
  /** The profile and environment of `link`. */
  context: LookupContext
  /** The other link as pasted; `''` for none. */
  other: string
  /** Closes the comparison. */
  close: () => void
}

/** Shows another link next to this one. It is part of the URL, so that Back and reload keep it. */
export function Compare({ link, text, context, other, close }: CompareProps) {
  const [typed, setTyped] = useState(other)
  const [, go] = useLocation()
  const path = findLinkPath(other)
  return (
    <section className={styles['compare']} aria-labelledby="compare-title">
      <h2 id="compare-title">Compare with another link</h2>
      <form
        className={styles['compareField']}
        onSubmit={(event) => {
          event.preventDefault()
          if (typed.trim() !== '') go(findPath(text, context, typed.trim()))
        }}
      >
        <TextInput
          size="sm"
          aria-label="The other link"
          placeholder="Paste the other link"
          autoFocus={other === ''}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" size="sm">
          Compare
        </Button>
        <Button size="sm" variant="default" onClick={close}>
          Close
        </Button>
      </form>
      {other !== '' && !path && <ProblemView problem={{ code: 'no_path_found' }} />}
      {path && <Other link={link} path={path} context={context} />}
    </section>
  )
}

/** Shows the other link from the library, or from the service of its own domain in the same environment. */
function Other({ link, path, context }: Pick<CompareProps, 'link' | 'context'> & { path: LinkPath }) {
  const { state } = useSession()
  const known = useKnownLinks([path], context)
  if (known === null) return <Loading label="Searching your library" />
  const record = known[0]?.records[0] ?? null
  const [owner] = findOwners(path.host, state.profiles, context.profileId)
  if (record) return <OtherLink {...{ link, path, record }} context={record} />
  if (owner !== undefined)
    return <OtherLink {...{ link, path, record }} context={{ ...context, profileId: owner }} />
  return (
    <p role="status" className={styles['note']}>
      {path.host} isn’t one of your link domains, so it wasn’t looked up.
    </p>
  )
}

interface OtherLinkProps extends Pick<CompareProps, 'link' | 'context'> {
  path: LinkPath
  record: LinkRecord | null
}

function OtherLink({ link, path, context: { profileId, environment }, record }: OtherLinkProps) {
  const found = useFindLink({ text: linkText(path), profileId, environment })
  const other = found.data?.link ?? (record && linkOfRecord(record))
  return (
    <>
      {found.error && <ProblemView problem={found.error.problem} />}
      {other && <SideBySide left={link} right={other} />}
      {!other && !found.error && <Loading label="Asking the service" cancel={found.cancel} />}
    </>
  )
}
