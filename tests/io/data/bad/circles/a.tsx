<?xml version="1.0" encoding="UTF-8"?>
<tileset name="a" tilewidth="16" tileheight="16" tilecount="1" columns="1">
 <tile id="0"><objectgroup><object id="1" template="b.tx" x="0" y="0"/></objectgroup></tile>
</tileset>
