import { ShieldAlert } from 'lucide-react'
import { Callout } from '../../ui/Callout.tsx'
import { FieldList } from '../../ui/FieldList.tsx'
import { PanelPart, PanelText } from '../../ui/PanelPart.tsx'
import { SupportBundle } from '../../features/support/SupportBundle.tsx'
import { useSession } from '../../session/Session.tsx'
import { Licences } from './licences/Licences.tsx'

const manualUpdateText = 'Checked when you choose Check for Updates… in the menu'

/** Shows the app's version and licences, and saves a support bundle. */
export function AboutPanel() {
  const { state } = useSession()
  const { desktop, managed } = state
  const exception = desktop?.noUpdates === null ? ', and to the update server when you check for updates' : ''
  return (
    <>
      <FieldList
        rows={[
          { name: 'Linkwright', value: `Version ${state.version}` },
          { name: 'Network', value: `Connects only to the services in your profiles${exception}` },
          ...(desktop ? [{ name: 'Updates', value: desktop.noUpdates ?? manualUpdateText }] : []),
          ...(managed.length > 0
            ? [{ name: 'Policy', value: 'Some settings are managed by your organization' }]
            : []),
          { name: 'Licence', value: 'MIT' },
        ]}
      />
      {desktop?.sandboxed === false && <NoSandbox />}
      <PanelPart title="Open-source licences">
        <PanelText>Linkwright includes open-source software. These are its authors’ licences.</PanelText>
        <Licences chromium={desktop?.chromiumLicences === true} />
      </PanelPart>
      <PanelPart title="Support">
        <PanelText>
          A support bundle is a text file with versions, settings and your list of requests. It contains no
          keys, notes or link content. Review it before you send it.
        </PanelText>
        <SupportBundle />
      </PanelPart>
    </>
  )
}

function NoSandbox() {
  return (
    <Callout tone="warn" icon={ShieldAlert} role="status" title="This window runs without a sandbox">
      <p>
        Linkwright was started with <code>--no-sandbox</code>, or <code>ELECTRON_DISABLE_SANDBOX</code> is
        set. Everything works, but a bug in Chromium could do more harm. The AppImage adds this switch where
        the system allows no user namespaces (Ubuntu 23.10 and later): install the deb package there.
      </p>
    </Callout>
  )
}
