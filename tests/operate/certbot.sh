# Plays certbot: creates a certificate for --domain by an authority that curl on this machine trusts, after it has fetched a file by
# HTTP like the real one. "renew" creates another certificate and runs the --deploy-hook.
set -euo pipefail
home=/etc/letsencrypt
mkdir --parents $home
[ "$1" = renew ] || printf '%s\n' "$@" > $home/renewal.txt
after() { grep --after-context=1 --line-regexp -- "$1" $home/renewal.txt | tail --lines=1; }
make() { openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 90 "$@" 2> /dev/null; }
name=$(after --domain)
folder=$home/live/$name
if [ "$1" != renew ]; then
  systemctl start nginx
  mkdir --parents "$(after --webroot-path)/.well-known/acme-challenge" "$folder"
  echo proof > "$(after --webroot-path)/.well-known/acme-challenge/proof"
  [ "$(curl --fail --silent "http://$name/.well-known/acme-challenge/proof")" = proof ]
  make -subj /CN=authority -keyout $home/authority.key -out /etc/ssl/certs/machine.pem
fi
make -subj "/CN=$name" -addext "subjectAltName=DNS:$name" -addext basicConstraints=critical,CA:FALSE \
  -CA /etc/ssl/certs/machine.pem -CAkey $home/authority.key -keyout "$folder/privkey.pem" -out "$folder/fullchain.pem"
[ "$1" != renew ] || eval "$(after --deploy-hook)"
