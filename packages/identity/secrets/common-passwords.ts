/** Tried first; in lower case. Limits stop the rest. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  [
    '!qaz2wsx 00000000 0987654321 10203040 11111111 11223344 12121212 123123123 12341234 123454321',
    '12345678 123456789 1234567890 147258369 1q2w3e4r 1qaz2wsx 1qazxsw2 22222222 55555555 66666666',
    '77777777 87654321 88888888 987654321 99999999 a1234567 a12345678 a1b2c3d4 aa123456 abc12345',
    'abcd1234 abcdef abcdefg1 abcdefgh abcdefghi access14 admin123 adminadmin administrator asdf1234',
    'asdfghjkl autumn2026 azerty azertyuiop barcelona baseball batman123 bienvenida bienvenido',
    'business changeme changeme1 charlie1 chelsea1 company1 computer contrasena contraseña',
    'contrasinal countersign default1 dragon123 facebook firma1234 football fortnite fotboll1',
    'freedom1 google123 guest123 hej12345 hejhejhej hunter22 iloveyou internet invierno2026 jennifer',
    'jordan23 letmein letmein1 linkedin liverpool lkjhgfds login123 losenord lösenord master123',
    'michael1 microsoft minecraft mnbvcxz1 monkey123 motdepasse p@ssw0rd p@ssword pa55word passw0rd',
    'password password1 password12 password123 passwort passwort1 pokemon1 princess q1234567',
    'q1w2e3r4 q2w3e4r5 qwerty qwerty12 qwerty123 qwertyuiop qwertz qwertzuiop realmadrid root1234',
    'samsung1 secret12 secret123 shadow12 signatur signature sommar sommar12 sommar2024 sommar2025',
    'sommar2026 spring2026 starwars stockholm summer2024 summer2025 summer2026 sunshine superman',
    'test1234 tester12 testing1 testtest toor1234 trustno1 underskrift user1234 valkommen verano2026',
    'vinter vinter12 vinter2025 vinter2026 välkommen welcome welcome1 whatever winter2025 winter2026',
    'zaq12wsx zxcvbnm zxcvbnm1',
  ].flatMap((line) => line.split(' ')),
);
