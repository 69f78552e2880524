import { findPackage, type Release } from './manifests.ts'

/** `appId` in electron-builder.yml. */
const appId = 'com.linkwright.app'
/** The version of both the platform and the base app. */
const runtimeVersion = '25.08'

/** Permissions of the app. It has no other access to the computer. */
const permissions = [
  '--share=network',
  '--share=ipc',
  '--socket=wayland',
  '--socket=fallback-x11',
  '--device=dri',
  // The key store.
  '--talk-name=org.freedesktop.secrets',
  // Keep the computer awake during a run, on GNOME and on other desktops (Chromium's power_save_blocker_linux.cc).
  '--talk-name=org.gnome.SessionManager',
  '--talk-name=org.freedesktop.PowerManagement',
  '--filesystem=xdg-download',
  // The organization's policy, at /run/host/etc/linkwright/policy.json.
  '--filesystem=host-etc:ro',
]

/** Puts the files of the deb below `FLATPAK_DEST`, where flatpak-builder expects the app. */
const commands = [
  'ar x linkwright.deb',
  'tar --extract --file data.tar.*',
  'mkdir --parents "$FLATPAK_DEST/bin" "$FLATPAK_DEST/share"',
  'cp --recursive opt/Linkwright "$FLATPAK_DEST/linkwright"',
  'cp --recursive usr/share/applications usr/share/icons "$FLATPAK_DEST/share"',
  'install --mode=755 linkwright.sh "$FLATPAK_DEST/bin/linkwright"',
  'sed --in-place "s|^Exec=.*|Exec=linkwright %U|" "$FLATPAK_DEST/share/applications/linkwright.desktop"',
]

/** Returns the manifest for flatpak-builder by its file name. Throws an error that names a missing package. */
export async function flatpakManifest(release: Release): Promise<Record<string, string>> {
  const source = async (suffix: string, architecture: string) => {
    const { url, hash } = await findPackage(release, suffix)
    const destination = { 'dest-filename': 'linkwright.deb', 'only-arches': [architecture] }
    return { type: 'file', url, sha256: hash, ...destination }
  }
  const debs = await Promise.all([source('linux-amd64.deb', 'x86_64'), source('linux-arm64.deb', 'aarch64')])
  // Chromium's sandbox needs its own namespaces, which Flatpak forbids. With zypak it uses Flatpak's.
  const startScript = {
    type: 'script',
    'dest-filename': 'linkwright.sh',
    commands: ['exec zypak-wrapper /app/linkwright/linkwright "$@"'],
  }
  const manifest = {
    id: appId,
    runtime: 'org.freedesktop.Platform',
    'runtime-version': runtimeVersion,
    sdk: 'org.freedesktop.Sdk',
    base: 'org.electronjs.Electron2.BaseApp',
    'base-version': runtimeVersion,
    command: 'linkwright',
    'separate-locales': false,
    'rename-desktop-file': 'linkwright.desktop',
    'rename-icon': 'linkwright',
    'finish-args': permissions,
    modules: [
      {
        name: 'linkwright',
        buildsystem: 'simple',
        'build-commands': commands,
        sources: [...debs, startScript],
      },
    ],
  }
  return { [`${appId}.json`]: `${JSON.stringify(manifest, null, 2)}\n` }
}
